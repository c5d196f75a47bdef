package templates

import (
	"path"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// texts are the texts of the folders by locale and key: what the site says of a
// key in a locale stands before what the theme says.
type texts map[string]map[string]string

// fallbackLocale is what the theme always has.
const fallbackLocale = "en"

// Text is what `t` says of a key to readers of a locale, without values.
func (s *Set) Text(locale, canonical, key string) string { return s.texts.find(locale, canonical, key) }

// find is the text of a key in a locale, in its language, in the canonical
// locale, in English, or the key itself.
func (t texts) find(locale, canonical, key string) string {
	if text := t.known(locale, canonical, key); text != "" {
		return text
	}
	return key
}

// known is find for a key that need not have a text.
func (t texts) known(locale, canonical, key string) string {
	for _, each := range [...]string{locale, language(locale), canonical, language(canonical), fallbackLocale} {
		if text := t[each][key]; text != "" {
			return text
		}
	}
	return ""
}

func language(locale string) string {
	language, _, _ := strings.Cut(locale, "-")
	return language
}

// fill puts values in the place of {0}, {1} and so on. What has no value stays, and
// so does what looks like a place in a value.
func fill(text string, values []string) string {
	if len(values) == 0 || !strings.Contains(text, "{") {
		return text
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		digits, after, closed := strings.Cut(rest, "}")
		n, err := strconv.Atoi(digits)
		if !closed || err != nil || n < 0 || n >= len(values) || strconv.Itoa(n) != digits {
			b.WriteString("{")
			text = rest
			continue
		}
		b.WriteString(values[n])
		text = after
	}
}

func (p *parser) readTexts(folders ...folder) {
	p.set.texts = make(texts)
	for _, each := range folders {
		names, problem := each.names(isTexts)
		p.problems.Add(problem)
		for _, name := range names {
			p.readText(each, name)
		}
	}
}

func isTexts(name string) bool {
	return path.Dir(name)+"/" == localesDir && yamldoc.IsFileName(path.Base(name))
}

func (p *parser) readText(d folder, name string) {
	f := &file{path: name, shown: d.shown(name)}
	locale, ok := site.CanonicalLocale(strings.TrimSuffix(path.Base(name), path.Ext(name)))
	if !ok {
		p.problems.Add(invalid(&diag.Source{File: f.shown}, "The file is not named after a locale, such as %sen.yaml or %szh-TW.yaml.", localesDir, localesDir))
		return
	}
	data, err := yamldoc.ReadFile(d.fs, name)
	if err != nil {
		p.problems.Add(invalid(&diag.Source{File: f.shown}, "The texts cannot be read: %v.", err))
		return
	}
	documents, problems := yamldoc.Parse(f.shown, data)
	for _, each := range problems {
		d := invalid(each.Source, "%s", each.Message)
		d.Suggestion = each.Suggestion
		p.problems.Add(d)
	}
	for _, each := range documents {
		p.addTexts(locale, each)
	}
}

func (p *parser) addTexts(locale string, document *yamldoc.Document) {
	at := func(pos yamldoc.Position) *diag.Source {
		return &diag.Source{File: document.File, Line: pos.Line, Column: pos.Column}
	}
	if document.Root.Kind != yamldoc.Mapping {
		p.problems.Add(invalid(at(document.Root.Pos), "The file is not a mapping of keys to texts."))
		return
	}
	all := p.set.texts[locale]
	if all == nil {
		all = make(map[string]string)
		p.set.texts[locale] = all
	}
	for _, each := range document.Root.Fields {
		text, ok := each.Value.Value.(string)
		if !ok || each.Value.Kind != yamldoc.Scalar {
			p.problems.Add(invalid(at(each.Value.Pos), "%q is not a text.", each.Key))
			continue
		}
		all[each.Key] = text
	}
}
