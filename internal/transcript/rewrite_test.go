package transcript

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A rewritten answer holds what was got. What was expected and fits stays as written.
func TestRewrittenAnswers(t *testing.T) {
	const id = "01a1fda8-6acd-7205-83da-08bf5ec24cb6"
	known := map[string]string{"post": id, "name": "tea", "origin": "http://127.0.0.1:81", "today": "2026-11-22"}
	for name, test := range map[string]struct{ expected, status, body, want string }{
		"a value":                        {"< 200\n" + `{"a": 1, "b": 2}`, "200", `{"a":1,"b":3}`, "< 200\n" + `{"a": 1, "b": 3}`},
		"the status":                     {"< 200\n" + `{"a": 1}`, "404", `{"a":1}`, "< 404\n" + `{"a": 1}`},
		"a body nobody looked at":        {"< 200", "404", `{"a":1}`, "< 404\n" + `{"a": 1}`},
		"a header":                       {"< 200\n< ETag: x\n< Vary: <string>", "200", "", "< 200\n< ETag: new\n< Vary: <string>"},
		"keys in their order":            {"< 200\n" + `{"b": 1, "a": 1}`, "200", `{"a":1,"c":2,"b":2}`, "< 200\n" + `{"b": 2, "a": 1, "c": 2}`},
		"a key that is gone":             {"< 200\n" + `{"a": 1, "b": 1}`, "200", `{"a":1}`, "< 200\n" + `{"a": 1}`},
		"wildcards that fit":             {"< 200\n" + `{"id": "<id:x>", "n": "<number>", "a": 1}`, "200", `{"id":"` + id + `","n":7,"a":2}`, "< 200\n" + `{"id": "<id:x>", "n": "<number>", "a": 2}`},
		"wildcards that do not":          {"< 200\n" + `{"n": "<number>"}`, "200", `{"n":"7"}`, "< 200\n" + `{"n": "7"}`},
		"names that fit":                 {"< 200\n" + `{"to": "/{{name}}", "a": 1}`, "200", `{"to":"/tea","a":2}`, "< 200\n" + `{"to": "/{{name}}", "a": 2}`},
		"a number by name":               {"< 200\n" + `{"n": {{n}}, "a": 1}`, "200", `{"n":{"b":1},"a":2}`, "< 200\n" + `{"n": {"b": 1}, "a": 2}`},
		"more keys":                      {"< 200\n" + `{"a": 1, "...": 0}`, "200", `{"a":2,"b":3}`, "< 200\n" + `{"a": 2, "...": 0}`},
		"more items":                     {"< 200\n" + `[1, "..."]`, "200", `[2, 3, 4]`, "< 200\n" + `[2, "..."]`},
		"fewer items":                    {"< 200\n" + `[1, 2]`, "200", `[1]`, "< 200\n" + `[1]`},
		"ids, times and addresses":       {"< ?", "200", `{"a":"` + id + `","b":"01a1fda8-6acd-7205-83da-000000000000","c":1700000000000,"d":"http://127.0.0.1:81/x","e":"2026-11-22"}`, "< 200\n" + `{"a": "{{post}}", "b": "<id>", "c": "<timestamp>", "d": "{{origin}}/x", "e": "{{today}}"}`},
		"a date that is counted":         {"# {{today+7}}\n< ?", "200", `{"e":"2026-11-29"}`, "# {{today+7}}\n< 200\n" + `{"e": "{{today+7}}"}`},
		"angle brackets":                 {"< 200\n" + `{"a": 1}`, "200", `{"a":"<b>"}`, "< 200\n" + `{"a": "<b>"}`},
		"another kind":                   {"< 200\n" + `{"a": {"b": 1}}`, "200", `{"a":[1]}`, "< 200\n" + `{"a": [1]}`},
		"texts of a page":                {"< 200\n~ a\n!~ b", "404", "<p>c", "< 404\n~ a\n!~ b"},
		"a text":                         {"< 200\none", "200", "two\n", "< 200\ntwo"},
		"a text that looks like another": {"< 200\none", "200", "> GET /", "< 200"},
		"no answer":                      {"< 200\n" + `{"a": 1}`, "204", "", "< 204"},
	} {
		t.Run(name, func(t *testing.T) {
			text := "> GET /\n" + test.expected + "\n\n# The end.\n"
			exchanges, err := Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			got := Answer{Status: test.status, Header: map[string][]string{"Etag": {"new"}, "Vary": {"Cookie"}}, Body: test.body}
			rewritten := Rewrite(text, exchanges, map[*Exchange]Wrong{exchanges[0]: {Answer: got, Known: maps.Clone(known)}})
			if diff := cmp.Diff("> GET /\n"+test.want+"\n\n# The end.\n", rewritten); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An answer that is no JSON is written where lines can hold it, and of a page its title.
func TestFilledAnswersThatAreNoJSON(t *testing.T) {
	for name, test := range map[string]struct{ kind, body, want string }{
		"a page":                      {"text/html; charset=utf-8", "<!doctype html>\n<title>Tea &amp; notes</title>\n<p nonce=x>One", "~ <title>Tea &amp; notes</title>\n"},
		"a page without a title":      {"text/html", "<p>One", ""},
		"XML":                         {"application/xml", "<a>\n<b>http://127.0.0.1:81/</b>\n</a>\n", "<a>\n<b>{{origin}}/</b>\n</a>\n"},
		"a text with an empty line":   {"text/plain", "one\n\ntwo", ""},
		"bytes":                       {"image/png", "\x89PNG\x00", ""},
		"bytes that are text by luck": {"image/png", "a\x00", ""},
	} {
		exchanges, err := Parse("> GET /\n< ?\n")
		if err != nil {
			t.Fatal(err)
		}
		got := Answer{Status: "200", Header: map[string][]string{"Content-Type": {test.kind}}, Body: test.body}
		wrong := map[*Exchange]Wrong{exchanges[0]: {Answer: got, Known: map[string]string{"origin": "http://127.0.0.1:81"}, OpenAlone: true}}
		if diff := cmp.Diff("> GET /\n< 200\n"+test.want, Rewrite("> GET /\n< ?\n", exchanges, wrong)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A long answer is folded where its parts fit a line.
func TestALongAnswerIsFolded(t *testing.T) {
	row := `{"text":"` + strings.Repeat("x", 80) + `"}`
	exchanges, err := Parse("> GET /\n< ?\n")
	if err != nil {
		t.Fatal(err)
	}
	wrong := map[*Exchange]Wrong{exchanges[0]: {Answer: Answer{Status: "200", Body: `{"ok":true,"rows":[` + row + `,` + row + `],"none":[]}`}, Known: map[string]string{}}}
	row = strings.ReplaceAll(row, ":", ": ")
	want := "> GET /\n< 200\n{\n  \"ok\": true,\n  \"rows\": [\n    " + row + ",\n    " + row + "\n  ],\n  \"none\": []\n}\n"
	if diff := cmp.Diff(want, Rewrite("> GET /\n< ?\n", exchanges, wrong)); diff != "" {
		t.Error(diff)
	}
}

// What is another value in each run is no value to compare with.
func TestFilledAnswersHaveWildcardsForWhatChanges(t *testing.T) {
	const random = "7AhCpWd7p3oBJlNngHGItee0Q2aGa-REIeZottZ59AeVYs1yqwK35wfyTnHrJyMX"
	for got, want := range map[string]string{
		`{"nextCursor":"abc"}`:                            `{"nextCursor": "<string>"}`,
		`{"nextCursor":null}`:                             `{"nextCursor": null}`,
		`{"access_token":"a.b.c"}`:                        `{"access_token": "<string>"}`,
		`{"any":"` + random + `"}`:                        `{"any": "<string>"}`,
		`["` + random + `","short"]`:                      `["<string>", "short"]`,
		`{"sha256":"` + strings.Repeat("ab12", 16) + `"}`: `{"sha256": "` + strings.Repeat("ab12", 16) + `"}`,
		`{"code":"123456","subject":"123456 is your code","link":"http://a/?token=` + random + `&x=1"}`: `{"code": "<string>", "subject": "<string> is your code", "link": "http://a/?token=<string>&x=1"}`,
	} {
		exchanges, err := Parse("> GET /\n< ?\n")
		if err != nil {
			t.Fatal(err)
		}
		wrong := map[*Exchange]Wrong{exchanges[0]: {Answer: Answer{Status: "200", Body: got}, Known: map[string]string{}, OpenAlone: true}}
		if diff := cmp.Diff("> GET /\n< 200\n"+want+"\n", Rewrite("> GET /\n< ?\n", exchanges, wrong)); diff != "" {
			t.Errorf("%s: %s", got, diff)
		}
	}
}
