package staticsite

import (
	"bytes"
	"html"
	"strings"

	nethtml "golang.org/x/net/html"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// linksOf are the addresses that a text names, as it writes them.
func linksOf(contentType string, body []byte, media, origin string) []string {
	switch typeOf(contentType) {
	case "text/html":
		return linksOfHTML(body)
	case "text/css":
		return linksOfCSS(string(body))
	}
	return mediaIn(string(body), media, origin)
}

// addressAttributes are those of HTML whose value is an address; lists are those whose
// value is a list of them.
var (
	addressAttributes = map[string]bool{"href": true, "src": true, "poster": true, "data": true}
	listAttributes    = map[string]bool{"srcset": true, "imagesrcset": true}
)

func linksOfHTML(body []byte) (links []string) {
	tokens := nethtml.NewTokenizer(bytes.NewReader(body))
	for {
		switch tokens.Next() {
		case nethtml.ErrorToken:
			return links
		case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
			links = append(links, linksOfTag(tokens.Token())...)
		}
	}
}

func linksOfTag(tag nethtml.Token) (links []string) {
	property := ""
	for _, a := range tag.Attr {
		switch {
		case addressAttributes[a.Key] && tag.Data != "base":
			links = append(links, a.Val)
		case listAttributes[a.Key]:
			links = append(links, candidates(a.Val)...)
		case a.Key == "style":
			links = append(links, linksOfCSS(a.Val)...)
		case tag.Data == "meta" && (a.Key == "property" || a.Key == "name"):
			property = a.Val
		}
	}
	for _, a := range tag.Attr {
		if a.Key == "content" && (strings.HasSuffix(property, ":image") || strings.HasSuffix(property, ":image:url")) {
			links = append(links, a.Val)
		}
	}
	return links
}

// candidates are the addresses of a srcset.
func candidates(set string) (links []string) {
	for each := range strings.SplitSeq(set, ",") {
		if fields := strings.Fields(each); len(fields) > 0 {
			links = append(links, fields[0])
		}
	}
	return links
}

var cssAddress = lazyregexp.New(`url\(\s*["']?([^"')]+)["']?\s*\)|@import\s+["']([^"']+)["']`)

func linksOfCSS(text string) (links []string) {
	for _, m := range cssAddress.FindAllStringSubmatch(text, -1) {
		links = append(links, m[1]+m[2])
	}
	return links
}

// mediaIn finds files of the media library in a text of any form: Markdown, or a feed
// whose items are HTML in XML or JSON. Pages that it names are asked for anyway.
func mediaIn(text, media, origin string) (links []string) {
	if media == "" {
		return nil
	}
	text = html.UnescapeString(text) // the HTML of an item
	for {
		i := strings.Index(text, media+"/")
		if i < 0 {
			return links
		}
		before := text[:i]
		text = text[i:]
		end := strings.IndexAny(text, " \t\r\n\"'<>()[]\\,;")
		if end < 0 {
			end = len(text)
		}
		outside := before != "" && !strings.ContainsAny(before[len(before)-1:], " \t\r\n\"'<>()[]\\,;=") && (origin == "" || !strings.HasSuffix(before, origin))
		if !outside {
			path, _, _ := strings.Cut(text[:end], "?")
			links = append(links, path)
		}
		text = text[end:]
	}
}
