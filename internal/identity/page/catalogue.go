package page

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

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

var languages, matcher = readLanguages()

// readLanguages reads every file of messages/, the fallback first.
func readLanguages() ([]*Language, language.Matcher) {
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
	return found, language.NewMatcher(tags)
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

// Languages are the tags of the languages there are, the fallback first.
func Languages() []string {
	tags := make([]string, len(languages))
	for i, each := range languages {
		tags[i] = each.Tag
	}
	return tags
}

// Speak picks the language for a viewer. preferred are language tags or values
// of Accept-Language, the strongest wish first; what is malformed is passed
// over.
func Speak(preferred ...string) *Language {
	for _, each := range preferred {
		tags, _, err := language.ParseAcceptLanguage(limited(each))
		if err != nil || len(tags) == 0 {
			continue
		}
		if _, at, confidence := matcher.Match(tags...); confidence > language.No {
			return languages[at]
		}
	}
	return languages[0]
}

// longestWish bounds what is parsed of a header.
const longestWish = 200

func limited(wish string) string { return wish[:min(len(wish), longestWish)] }

// Say is the message with that key; args are names and values of what stands in
// braces in it.
func (l *Language) Say(key string, args ...string) string {
	pairs := make([]string, len(args))
	for i := 0; i+1 < len(args); i += 2 {
		pairs[i], pairs[i+1] = "{"+args[i]+"}", args[i+1]
	}
	return strings.NewReplacer(pairs...).Replace(l.words[key])
}

// Knows tells whether there is a message with that key.
func (l *Language) Knows(key string) bool { return l.words[key] != "" }
