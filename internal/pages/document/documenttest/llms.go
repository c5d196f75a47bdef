package documenttest

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// LLMs is an llms.txt as a client sees it, with plain texts.
type LLMs struct {
	Title, Description string
	Sections           []Section
}

// Section is a heading of the second level with its links.
type Section struct {
	Heading string
	Links   []Link
}

// Link is an item of a section.
type Link struct{ Title, URL, Description string }

// linkLine is the item of a list by llmstxt.org, as its own parser reads it.
var linkLine = regexp.MustCompile(`^-\s*\[([^\]]+)\]\(([^)\s]+)\)(?::\s+(\S.*))?$`)

// ReadLLMs reads the form of llmstxt.org: a title, one line of description or
// none, then sections of links and nothing else.
func ReadLLMs(text string) (*LLMs, error) {
	doc := &LLMs{}
	headings := make(map[string]bool)
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if err := doc.read(i, line, headings); err != nil {
			return nil, fmt.Errorf("line %d: %w: %q", i+1, err, line)
		}
	}
	return doc, nil
}

func (doc *LLMs) read(i int, line string, headings map[string]bool) error {
	title, isTitle := strings.CutPrefix(line, "# ")
	heading, isHeading := strings.CutPrefix(line, "## ")
	description, isDescription := strings.CutPrefix(line, "> ")
	switch {
	case i == 0 && isTitle && strings.TrimSpace(title) != "":
		doc.Title = headed(title)
	case i == 0 || isTitle:
		return fmt.Errorf("the title is the first line and the only one of its level")
	case line == "":
	case isDescription && doc.Description == "" && len(doc.Sections) == 0:
		doc.Description = plain(description)
	case isHeading && headings[heading]:
		return fmt.Errorf("the heading stood before")
	case isHeading:
		headings[heading] = true
		doc.Sections = append(doc.Sections, Section{Heading: headed(heading)})
	case len(doc.Sections) == 0:
		return fmt.Errorf("text before the first section")
	default:
		return doc.Sections[len(doc.Sections)-1].read(line)
	}
	return nil
}

func (s *Section) read(line string) error {
	found := linkLine.FindStringSubmatch(line)
	if found == nil {
		return fmt.Errorf("no link")
	}
	s.Links = append(s.Links, Link{plain(found[1]), found[2], plain(found[3])})
	return nil
}

var closing = regexp.MustCompile(`(^|\s)#+\s*$`)

// headed is what Markdown shows of a heading, which number signs may close.
func headed(text string) string { return plain(closing.ReplaceAllString(text, "")) }

var escaped = regexp.MustCompile("\\\\([!-/:-@\\[-`{-~])")

// plain is what Markdown shows of a line.
func plain(text string) string {
	return html.UnescapeString(escaped.ReplaceAllString(text, "$1"))
}
