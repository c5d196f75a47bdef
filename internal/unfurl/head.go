package unfurl

import (
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// readHead returns what the head of a document says, by name: its title, and the
// content of each meta element, the first of a name.
func readHead(text io.Reader) map[string]string {
	said := make(map[string]string)
	tokens := html.NewTokenizer(text)
	tokens.SetMaxBuf(maxHead)
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return said
		case html.StartTagToken, html.SelfClosingTagToken:
			switch token := tokens.Token(); token.DataAtom {
			case atom.Title:
				if tokens.Next() == html.TextToken {
					keep(said, "title", tokens.Token().Data)
				}
			case atom.Meta:
				keepMeta(said, token)
			case atom.Body:
				return said
			}
		case html.EndTagToken:
			if tokens.Token().DataAtom == atom.Head {
				return said
			}
		}
	}
}

func keepMeta(said map[string]string, token html.Token) {
	var name, content string
	for _, each := range token.Attr {
		switch each.Key {
		case "name", "property":
			name = strings.ToLower(strings.TrimSpace(each.Val))
		case "content":
			content = each.Val
		}
	}
	if name != "title" {
		keep(said, name, content)
	}
}

// names are those that are kept: of meta elements, and the title's.
var names = map[string]bool{
	"title": true, "og:title": true, "twitter:title": true, "og:description": true, "twitter:description": true, "description": true,
}

func keep(said map[string]string, name, text string) {
	if _, known := said[name]; names[name] && !known && strings.TrimSpace(text) != "" {
		said[name] = text
	}
}
