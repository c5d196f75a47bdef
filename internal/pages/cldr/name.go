package cldr

import (
	"strings"

	"golang.org/x/text/language"
)

// Name is what a language calls itself, such as 繁體中文; "" where the table does not
// have it. A region or a script that changes the name counts, any other does not.
func Name(locale string) string {
	tag, err := language.Parse(locale)
	if err != nil {
		return ""
	}
	base, _ := tag.Base()
	script, _ := tag.Script()
	region, _ := tag.Region()
	plain := base.String()
	for _, each := range [...]string{
		tag.String(), plain + "-" + script.String() + "-" + region.String(), plain + "-" + region.String(), plain + "-" + script.String(), plain,
	} {
		if name := named(each); name != "" {
			return name
		}
	}
	return ""
}

// named looks a tag up in the table, which is one text: as a map it would be made
// in every process, with pages or without.
func named(tag string) string {
	_, rest, found := strings.Cut(names, "\n"+tag+"=")
	if !found {
		return ""
	}
	name, _, _ := strings.Cut(rest, "\n")
	return name
}
