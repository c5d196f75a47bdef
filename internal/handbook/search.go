package handbook

import "strings"

// Find are the sections with those pages alone that hold each word of a text, whatever
// its case; all pages where it has none.
func Find(text string) (found []Section) {
	words := strings.Fields(strings.ToLower(text))
	for _, section := range Contents() {
		var pages []Page
		for _, page := range section.Pages {
			if holdsAll(strings.ToLower(source(page.Name)), words) {
				pages = append(pages, page)
			}
		}
		if len(pages) > 0 {
			found = append(found, Section{Title: section.Title, Pages: pages})
		}
	}
	return found
}

func holdsAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
