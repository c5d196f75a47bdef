package page

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

//go:embed messages/*.json
var messageFiles embed.FS

// fallback is the language of whoever reads none of ours.
const fallback = "en"

// Language is one of the languages that the pages speak.
type Language struct {
	Tag   string // as in <html lang>
	words map[string]string
}

// languageSet is every language there is, the fallback first, and what picks one.
type languageSet struct {
	language.Matcher
	languages []*Language
}

// languages is read when a page is first shown: most runs of the program show none.
var languages = sync.OnceValue(readLanguages)

// readLanguages reads every file of messages/.
func readLanguages() *languageSet {
	files, err := messageFiles.ReadDir("messages")
	if err != nil {
		panic(err) // the folder is embedded
	}
	var found []*Language
	for _, file := range files {
		found = append(found, readLanguage(file.Name()))
	}
	slices.SortStableFunc(found, func(a, b *Language) int { return rank(a) - rank(b) })
	tags := make([]language.Tag, len(found))
	for i, each := range found {
		tags[i] = language.MustParse(each.Tag)
	}
	return &languageSet{language.NewMatcher(tags), found}
}

func rank(l *Language) int {
	if l.Tag == fallback {
		return 0
	}
	return 1
}

func readLanguage(name string) *Language {
	data, err := messageFiles.ReadFile(path.Join("messages", name))
	if err != nil {
		panic(err)
	}
	l := &Language{Tag: strings.TrimSuffix(name, ".json")}
	if err := json.Unmarshal(data, &l.words); err != nil {
		panic(fmt.Sprintf("messages/%s: %v", name, err))
	}
	return l
}

// LanguageFor picks the language for a viewer. preferred are language tags or values
// of Accept-Language, the strongest wish first; what is malformed is passed
// over.
func LanguageFor(preferred ...string) *Language {
	c := languages()
	for _, each := range preferred {
		tags, _, err := language.ParseAcceptLanguage(limited(each))
		if err != nil || len(tags) == 0 {
			continue
		}
		if _, at, confidence := c.Match(tags...); confidence > language.No {
			return c.languages[at]
		}
	}
	return c.languages[0]
}

// maxPreference bounds what is parsed of a header.
const maxPreference = 200

func limited(wish string) string { return wish[:min(len(wish), maxPreference)] }

// Say is the message with that key; args are names and values of what stands in
// braces in it.
func (l *Language) Say(key string, args ...string) string {
	pairs := make([]string, len(args))
	for i := 0; i+1 < len(args); i += 2 {
		pairs[i], pairs[i+1] = "{"+args[i]+"}", args[i+1]
	}
	return strings.NewReplacer(pairs...).Replace(l.words[key])
}

// Knows reports whether there is a message with that key.
func (l *Language) Knows(key string) bool { return l.words[key] != "" }
