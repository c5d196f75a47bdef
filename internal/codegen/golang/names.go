package golang

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/quartet-dev/quartet/internal/codegen"
)

// names are those that are taken in a scope. Those of generated types begin with
// Entry, ViewRow and their like, and no name of the runtime does.
type names map[string]bool

// take gives the name, or the first of name2, name3 and so on that is free.
func (n names) take(name string) string {
	free := name
	for i := 2; n[free]; i++ {
		free = name + strconv.Itoa(i)
	}
	n[free] = true
	return free
}

// exported is an authored text as (the end of) an exported name: its words with
// capitals. "" becomes Empty.
func exported(text string) string {
	if name := codegen.UpperCamel(text); name != "" {
		return name
	}
	if text == "" {
		return "Empty"
	}
	return "X"
}

// method is an authored text as the name of a method or field.
func method(text string) string {
	name := exported(text)
	if !unicode.IsUpper([]rune(name)[0]) {
		return "X" + name
	}
	return name
}

// field is the name of a property as a field of a struct: authorId is AuthorID.
func field(property string) string {
	var out strings.Builder
	for _, hump := range humps(method(property)) {
		if upper := strings.ToUpper(hump); initialisms[upper] {
			hump = upper
		}
		out.WriteString(hump)
	}
	return out.String()
}

// humps splits before each capital that follows a small letter or a digit.
func humps(name string) []string {
	var parts []string
	begin, last := 0, 'A'
	for i, r := range name {
		if unicode.IsUpper(r) && !unicode.IsUpper(last) {
			parts = append(parts, name[begin:i])
			begin = i
		}
		last = r
	}
	return append(parts, name[begin:])
}

var initialisms = map[string]bool{
	"API": true, "CSS": true, "HTML": true, "HTTP": true, "ID": true, "IP": true, "JSON": true, "SQL": true,
	"URI": true, "URL": true, "UUID": true, "XML": true,
}

// comment writes words as a comment, in lines of at most 96 characters. What
// cannot be seen, or would end the line, is white space.
func comment(indent string, sentences ...string) string {
	var text []string
	for _, each := range sentences {
		each = strings.Join(strings.Fields(strings.Map(visible, each)), " ")
		each = strings.ReplaceAll(each, "+build", "+ build") // which gofmt would take for a constraint
		text = append(text, strings.Fields(ended(each))...)
	}
	var out strings.Builder
	line := indent + "//"
	for i, word := range text {
		if i > 0 && len(line)+1+len(word) > 96 {
			out.WriteString(line + "\n")
			line = indent + "//"
		}
		line += " " + word
	}
	if len(text) > 0 {
		out.WriteString(line + "\n")
	}
	return out.String()
}

// ended is a sentence with its full stop.
func ended(text string) string {
	if text != "" && !strings.ContainsAny(text[len(text)-1:], ".!?:;,") {
		text += "."
	}
	return text
}

func visible(r rune) rune {
	if !unicode.IsPrint(r) {
		return ' '
	}
	return r
}
