package admin_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// TestTranscripts replays testdata/*.txtar: what each clause of admin-api.md
// promises, as requests and answers. The first line of a file names the clause.
//
//	> POST /entries?collection=posts
//	> As: editor eve
//	{"data": {}}
//	< 201
//	< Content-Type: application/json
//	{"entry": {"id": "<id:post>", "...": 0}, "...": 0}
//
// Paths are below /admin/api. Without As it is owner ada who asks. In an expected
// body "<id>", "<time>" (epoch milliseconds), "<text>", "<number>" and "<any>"
// stand for values; "<id:name>" keeps one for {{name}}. "...": 0 in an object
// allows more keys, a last "..." in an array more items. A body that is no JSON
// is compared as text, with \r and the byte order mark written out.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) != 11 {
		t.Fatalf("found %d transcripts, %v; want 11", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			must(t, err)
			site := tea
			if len(archive.Files) == 2 {
				site += "---\n" + string(archive.Files[0].Data)
			}
			(&player{service: open(t, site), kept: map[string]string{}}).play(t, string(archive.Files[len(archive.Files)-1].Data))
		})
	}
}

// player plays one transcript.
type player struct {
	*service
	kept map[string]string
}

// exchange is one request and the answer that it must get.
type exchange struct {
	line           int
	request        string
	as             string
	headers, wants [][2]string
	body           string
	status         int
	answer         string
}

func (p *player) play(t *testing.T, text string) {
	exchanges := parse(t, text)
	if len(exchanges) == 0 {
		t.Fatal("nothing is asked")
	}
	for _, e := range exchanges {
		method, path, _ := strings.Cut(p.fill(e.request), " ")
		got := p.do(method, "/admin/api"+path, e.as, p.fill(e.body), e.headers...)
		if got.status != e.status {
			t.Fatalf("line %d: %s: status %d %s, want %d", e.line, e.request, got.status, got.body, e.status)
		}
		for _, h := range e.wants {
			if value := got.header.Get(h[0]); value != h[1] {
				t.Errorf("line %d: %s is %q, want %q", e.line, h[0], value, h[1])
			}
		}
		if err := p.compare(p.fill(e.answer), got.body); err != nil {
			t.Fatalf("line %d: %s: %v\n%s", e.line, e.request, err, got.body)
		}
	}
}

func parse(t *testing.T, text string) (all []*exchange) {
	var e *exchange
	for i, line := range strings.Split(text, "\n") {
		mark, rest, _ := strings.Cut(line, " ")
		name, value, isHeader := strings.Cut(rest, ": ")
		switch {
		case mark == ">" && (e == nil || e.status != 0):
			e = &exchange{line: i + 1, request: rest, as: "owner ada"}
			all = append(all, e)
		case mark == ">" && name == "As":
			e.as = value
		case mark == ">" && strings.TrimSuffix(rest, ":") == "As":
			e.as = ""
		case mark == ">" && isHeader:
			e.headers = append(e.headers, [2]string{name, value})
		case mark == "<" && e.status == 0:
			status, err := strconv.Atoi(rest)
			must(t, err)
			e.status = status
		case mark == "<":
			e.wants = append(e.wants, [2]string{name, value})
		case line == "" || line[0] == '#':
		case e == nil:
			t.Fatalf("line %d stands before the first request", i+1)
		case e.status == 0:
			e.body += line + "\n"
		default:
			e.answer += line + "\n"
		}
	}
	return all
}

var placeholder = regexp.MustCompile(`\{\{(\w+)\}\}`)

func (p *player) fill(text string) string {
	return placeholder.ReplaceAllStringFunc(text, func(m string) string { return p.kept[m[2:len(m)-2]] })
}

func (p *player) compare(want, got string) error {
	if want == "" {
		return nil
	}
	var wanted, given any
	if json.Unmarshal([]byte(want), &wanted) != nil {
		shown := strings.NewReplacer("\ufeff", "<bom>", "\r\n", "\\r\n").Replace(got)
		if shown != want {
			return fmt.Errorf("got\n%s\nwant\n%s", shown, want)
		}
		return nil
	}
	if err := json.Unmarshal([]byte(got), &given); err != nil {
		return err
	}
	return p.match(wanted, given, "")
}

var wild = regexp.MustCompile(`^<(id|time|text|number|any)(?::(\w+))?>$`)

func (p *player) match(want, got any, at string) error {
	switch w := want.(type) {
	case map[string]any:
		return p.matchObject(w, got, at)
	case []any:
		return p.matchArray(w, got, at)
	case string:
		if m := wild.FindStringSubmatch(w); m != nil {
			return p.matchWild(m, got, at)
		}
	}
	if want != got {
		return fmt.Errorf("%s is %v, want %v", at, got, want)
	}
	return nil
}

func (p *player) matchWild(m []string, got any, at string) error {
	text, isText := got.(string)
	number, isNumber := got.(float64)
	fits := map[string]bool{
		"id": isText && len(text) == 36, "time": isNumber && number >= 1_699_000_000_000, "text": isText && text != "",
		"number": isNumber, "any": true,
	}
	if !fits[m[1]] {
		return fmt.Errorf("%s is %v, want %s", at, got, m[0])
	}
	if isText {
		p.kept[m[2]] = text
	} else {
		p.kept[m[2]] = strconv.FormatFloat(number, 'f', -1, 64)
	}
	return nil
}

func (p *player) matchObject(want map[string]any, got any, at string) error {
	object, ok := got.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is %v, want an object", at, got)
	}
	_, open := want["..."]
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if key == "..." {
			continue
		}
		value, there := object[key]
		if !there {
			return fmt.Errorf("%s/%s is missing", at, key)
		}
		if err := p.match(want[key], value, at+"/"+key); err != nil {
			return err
		}
	}
	for key := range object {
		if _, named := want[key]; !named && !open {
			return fmt.Errorf("%s/%s was not expected", at, key)
		}
	}
	return nil
}

func (p *player) matchArray(want []any, got any, at string) error {
	array, ok := got.([]any)
	open := len(want) > 0 && want[len(want)-1] == "..."
	if open {
		want = want[:len(want)-1]
	}
	if !ok || len(array) < len(want) || !open && len(array) > len(want) {
		return fmt.Errorf("%s is %v, want %d items", at, got, len(want))
	}
	for i := range want {
		if err := p.match(want[i], array[i], at+"/"+strconv.Itoa(i)); err != nil {
			return err
		}
	}
	return nil
}
