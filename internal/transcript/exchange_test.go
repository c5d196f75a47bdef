package transcript

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	const text = `# What is said before is passed over.
> POST /api/posts
> Content-Type: application/json
{"title":
 "Sencha"}
< 201
< Location: /posts/1
< ETag:
{"id": "<id>"}

# The next one.
> GET /api/posts?a=b c
< 404
`
	want := []*Exchange{
		{
			Line: 2, Method: "POST", Target: "/api/posts", Headers: [][2]string{{"Content-Type", "application/json"}},
			Body: "{\"title\":\n \"Sencha\"}\n", Status: "201", Expect: [][2]string{{"Location", "/posts/1"}, {"ETag", ""}},
			Answer: "{\"id\": \"<id>\"}\n", StatusLine: 6, AnswerTo: 9,
		},
		{Line: 12, Method: "GET", Target: "/api/posts?a=b c", Status: "404", StatusLine: 13, AnswerTo: 13},
	}
	got, err := Parse(text)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

func TestWhatIsNoTranscript(t *testing.T) {
	for text, want := range map[string]string{
		"{}\n> GET /\n< 200":          `line 1: "{}" before the first request`,
		"< 200":                       `line 1: "< 200" before the first request`,
		"> GET /a\n< 200\n\n> GET /":  "line 4: GET / has no answer",
		"> WAIT\n\n> REPLAY\n< 200":   "line 1: WAIT has no answer",
		"> GET /a\n> GET /b:c\n< 200": "line 1: GET /a has no answer",
	} {
		if _, err := Parse(text); err == nil || strings.TrimSuffix(err.Error(), "; write the status that it must get on a line of its own, such as < 200") != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
