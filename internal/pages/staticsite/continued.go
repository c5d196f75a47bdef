package staticsite

import (
	"bytes"
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// continuation is what follows the path of a list, an index or a feed where it goes on:
// a cursor, or the number of the sitemap's first part.
var continuation = lazyregexp.New(`^\?(cursor=[A-Za-z0-9_.~%-]+|part=1)`)

// longestQuery is how long the query of a page of a list may be, in bytes.
const longestQuery = 8 << 10

// continued has a text link to the files of the pages behind it, and asks for those.
// Hosts serve one file at a path, whatever its query. A mirror names the page, too.
func (c *crawl) continued(j job, body []byte) []byte {
	if j.missing {
		return body
	}
	numbers := &numbers{known: map[string]int{j.query: j.number}, next: max(j.number, 1) + 1}
	body = c.continuedAt(j, j.path, body, numbers)
	if page, isMirror := strings.CutSuffix(j.path, ".md"); isMirror {
		body = c.continuedAt(j, page, body, numbers)
	}
	return body
}

// continuedAt is continued for what a text says of one path.
func (c *crawl) continuedAt(j job, path string, body []byte, numbers *numbers) []byte {
	if !bytes.Contains(body, []byte(path+"?")) {
		return body
	}
	var out bytes.Buffer
	for {
		before, rest, found := bytes.Cut(body, []byte(path))
		out.Write(before)
		if !found {
			return out.Bytes()
		}
		query := continuation.FindString(string(rest[:min(len(rest), longestQuery)]))
		if query == "" || !c.begins(out.Bytes()) {
			out.WriteString(path)
			body = rest
			continue
		}
		step := job{path: path, query: query[1:], number: numbers.of(query[1:]), from: j.address()}
		c.add(step)
		out.WriteString(step.address())
		body = rest[len(query):]
	}
}

// numbers are those of the pages that a text leads to, by their queries.
type numbers struct {
	known map[string]int
	next  int
}

func (n *numbers) of(query string) int {
	if strings.HasPrefix(query, "part=") {
		return 1
	}
	number, known := n.known[query]
	if !known {
		number = n.next
		n.known[query] = number
		n.next++
	}
	return number
}

// begins reports whether an address begins behind a text: with the origin of the site, or
// with the path.
func (c *crawl) begins(before []byte) bool {
	if len(before) == 0 || c.Origin != "" && bytes.HasSuffix(before, []byte(c.Origin)) {
		return true
	}
	return bytes.ContainsAny(before[len(before)-1:], " \t\r\n\"'<>()[]=")
}
