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
	keep(said, name, content)
}

// names are those of meta elements that are kept, beside the title.
const names = " og:title twitter:title og:description twitter:description description "

func keep(said map[string]string, name, text string) {
	if name != "title" && (name == "" || !strings.Contains(names, " "+name+" ")) {
		return
	}
	if _, known := said[name]; !known && strings.TrimSpace(text) != "" {
		said[name] = text
	}
}
