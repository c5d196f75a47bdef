package settings

import "cmp"

// Type is what kind of value a place of quartet.yaml takes.
type Type uint8

// The types of values.
const (
	Text        Type = iota
	Flag             // true or false
	Number           // any number
	WholeNumber      // from 0 to Max
	ListOf           // Item
	MapOf            // Item, by keys of the site's own
	Mapping          // Keys
	ByKind           // Kinds: the other keys depend on the key kind
	Either           // one of Forms
)

// Form is what a place of quartet.yaml takes, for whoever describes the file to
// others (decision 182). It is made of the rules that check the file.
type Form struct {
	Type  Type
	Keys  []Key
	Kinds []Form // each a Mapping whose first key kind takes one value
	Forms []Form
	Item  *Form

	Values  []string // all that a Text may be; nil where it is no closed list
	Pattern string   // what a Text matches; "" where no pattern tells
	Wants   string   // what a Text is, in words; "" for any
	Max     int64
}

// Key is a key of a mapping.
type Key struct {
	Name     string
	Required bool
	Form     Form
}

// File is the form of quartet.yaml.
func File() Form { return settingsFile.form() }

func described(keys []key) []Key {
	described := make([]Key, len(keys))
	for i, each := range keys {
		described[i] = Key{each.name, each.required, each.rule.form()}
	}
	return described
}

func ofType(t Type) func() Form { return func() Form { return Form{Type: t} } }

func listForm(t Type, item rule) func() Form {
	return func() Form {
		form := item.form()
		return Form{Type: t, Item: &form}
	}
}

func eitherForm(rules ...rule) func() Form {
	return func() Form {
		either := Form{Type: Either}
		for _, each := range rules {
			either.Forms = append(either.Forms, each.form())
		}
		return either
	}
}

func formByKind(kind key, kinds map[string][]key, names []string) Form {
	form := Form{Type: ByKind}
	for _, name := range names {
		only := key{name: kind.name, required: true, rule: text(oneOf(name))}
		form.Kinds = append(form.Kinds, mapping(append([]key{only}, kinds[name]...)...).form())
	}
	return form
}

// textForm asks the checks what they want, with values that none of them takes.
func textForm(checks []check) Form {
	form := Form{Type: Text}
	for _, each := range checks {
		for _, refused := range []string{"", "\x00"} {
			if complaint := each(refused); complaint != nil {
				form.learn(complaint)
			}
		}
	}
	return form
}

func (f *Form) learn(complaint *problem) {
	f.Pattern = cmp.Or(complaint.pattern, f.Pattern)
	switch expected := complaint.expected.(type) {
	case []string:
		f.Values = expected
	case string:
		f.Wants = expected
	}
}
