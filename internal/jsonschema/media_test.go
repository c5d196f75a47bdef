package jsonschema

import (
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

func decoded(t *testing.T, text string) map[string]any {
	t.Helper()
	v, err := jsonvalue.Decode([]byte(text), jsonvalue.Limits{Depth: 100, Nodes: 10_000})
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v.(map[string]any)
}

// Wherever a keyword that names media may stand, the assets are found.
func TestMediaIsFoundWhereverItsKeywordsStand(t *testing.T) {
	for _, test := range []struct{ name, doc, value, want string }{
		{"a reference", `{"properties":{"a":{"x-service-ref":"media_assets"}}}`, `{"a":"1","b":"2"}`, "1"},
		{"a reference with another hint", `{"properties":{"a":{"x-service-ref":"media_assets","x-mcp-hint":"code"}}}`, `{"a":"1"}`, "1"},
		{
			"each hint", `{"properties":{"a":{"x-mcp-hint":"media"},"b":{"x-mcp-hint":"media-image"},"c":{"x-mcp-hint":"media-video"},"d":{"x-mcp-hint":"media-file"}}}`,
			`{"a":"1","b":"2","c":"3","d":"4","e":"5"}`, "1 2 3 4",
		},
		{"a reference to something else", `{"properties":{"a":{"x-service-ref":"posts"},"b":{"x-mcp-hint":"mediation"}}}`, `{"a":"1","b":"2"}`, ""},
		{"a list", `{"properties":{"a":{"type":"array","x-mcp-hint":"media"}}}`, `{"a":["2","1","2",null,3]}`, "1 2"},
		{"a list of lists", `{"properties":{"a":{"x-mcp-hint":"media"}}}`, `{"a":["1",["2"]]}`, "1 2"},
		{"items", `{"properties":{"a":{"items":{"x-mcp-hint":"media"}}}}`, `{"a":["1","2"],"b":["3"]}`, "1 2"},
		{"items of items", `{"properties":{"a":{"items":{"items":{"x-mcp-hint":"media"}}}}}`, `{"a":[["1"],"2"]}`, "1"},
		{"a property inside", `{"properties":{"a":{"properties":{"b":{"x-mcp-hint":"media"}}}}}`, `{"a":{"b":"1","c":"2"},"b":"3"}`, "1"},
		{"a property of items", `{"properties":{"a":{"items":{"properties":{"b":{"x-mcp-hint":"media"}}}}}}`, `{"a":[{"b":"1"},{"b":"2"}]}`, "1 2"},
		{"properties without a name", `{"properties":{"a":{"properties":{"c":{}},"additionalProperties":{"x-mcp-hint":"media"}}}}`, `{"a":{"b":"1","c":"2"}}`, "1"},
		{"a property with an empty name", `{"properties":{"a":{"properties":{"":{"x-mcp-hint":"media"}}}}}`, `{"a":{"":"1"}}`, "1"},
		{"properties called like keywords", `{"properties":{"items":{"x-mcp-hint":"media"},"oneOf":{"x-mcp-hint":"media"}}}`, `{"items":"1","oneOf":"2"}`, "1 2"},
		{"a choice", `{"properties":{"a":{"oneOf":[{"type":"integer"},{"x-mcp-hint":"media"},{"properties":{"b":{"x-mcp-hint":"media"}}}]}}}`, `{"a":{"b":"1"}}`, "1"},
		{"choices in choices", `{"properties":{"a":{"oneOf":[{"oneOf":[{"items":{"oneOf":[{"x-mcp-hint":"media"}]}}]}]}}}`, `{"a":["1"]}`, "1"},
		{"a definition", `{"$defs":{"d":{"x-mcp-hint":"media"}},"properties":{"a":{"$ref":"#/$defs/d"}}}`, `{"a":"1"}`, "1"},
		{"a definition through another", `{"$defs":{"d":{"$ref":"#/$defs/e"},"e":{"properties":{"b":{"x-mcp-hint":"media"}}}},"properties":{"a":{"$ref":"#/$defs/d"}}}`, `{"a":{"b":"1"}}`, "1"},
		{"beside a definition", `{"$defs":{"d":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/d","x-mcp-hint":"media"}}}`, `{"a":"1"}`, "1"},
		{"a definition in another spelling", `{"$defs":{"a/b c":{"x-mcp-hint":"media"}},"properties":{"a":{"$ref":"#/$defs/a~1b%20c"}}}`, `{"a":"1"}`, "1"},
		{
			"a definition that contains itself", `{"$defs":{"n":{"properties":{"m":{"x-mcp-hint":"media"},"in":{"items":{"$ref":"#/$defs/n"}}}}},"properties":{"a":{"$ref":"#/$defs/n"}}}`,
			`{"a":{"m":"1","in":[{"m":"2","in":[{"m":"3"}]}]}}`, "1 2 3",
		},
		{"definitions in a circle", `{"$defs":{"d":{"$ref":"#/$defs/e"},"e":{"$ref":"#/$defs/d","x-mcp-hint":"media"}},"properties":{"a":{"$ref":"#/$defs/d"}}}`, `{"a":"1"}`, "1"},
		{"the root's own definition", `{"$defs":{"d":{"properties":{"a":{"x-mcp-hint":"media"}}}},"$ref":"#/$defs/d"}`, `{"a":"1"}`, "1"},
		{"no id", `{"properties":{"a":{"items":{"x-mcp-hint":"media"}}}}`, `{"a":["","a b","https://x","é",1,{"a":"1"}]}`, ""},
		{"a long id", `{"properties":{"a":{"items":{"x-mcp-hint":"media"}}}}`, `{"a":["` + strings.Repeat("a", 64) + `","` + strings.Repeat("b", 65) + `"]}`, strings.Repeat("a", 64)},
		{"Markdown", `{"properties":{"a":{"x-mcp-hint":"markdown"}}}`, `{"a":"![x](media:1) and [y](media:2-b_c \"t\") <media:3>, media:","b":"media:4"}`, "1 2-b_c 3"},
		{"Markdown's code", `{"properties":{"a":{"x-mcp-hint":"markdown"}}}`, "{\"a\":\"`media:1`\"}", "1"},
		{"rich text", `{"properties":{"a":{"x-mcp-hint":"richtext"}}}`, `{"a":"<img src=\"media:1\"><a href='media:2'>MEDIA:3</a> media: 4 :media:5 mediа:6"}`, "1 2 3 5"},
		{"a long id in a text", `{"properties":{"a":{"x-mcp-hint":"markdown"}}}`, `{"a":"media:` + strings.Repeat("a", 65) + ` media:1"}`, "1"},
		{"texts in a list", `{"properties":{"a":{"x-mcp-hint":"markdown"},"b":{"items":{"x-mcp-hint":"markdown"}}}}`, `{"a":["media:1"],"b":["media:2"]}`, "1 2"},
		{"a text is no id", `{"properties":{"a":{"x-mcp-hint":"markdown"},"b":{"x-mcp-hint":"media"}}}`, `{"a":"1","b":"media:2"}`, ""},
		{"an id or a text", `{"properties":{"a":{"oneOf":[{"x-mcp-hint":"markdown"},{"x-mcp-hint":"media"}]}}}`, `{"a":"1"}`, "1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			media := CompileMedia(decoded(t, test.doc))
			if got := strings.Join(media.Assets(decoded(t, test.value)), " "); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// A document that names no media costs nothing.
func TestWithoutMediaNothingIsLookedFor(t *testing.T) {
	for _, doc := range []string{
		`{}`, `{"properties":{"a":{"type":"string"}}}`, `{"$defs":{"unused":{"x-mcp-hint":"media"}},"properties":{"a":{}}}`,
		`{"properties":{"a":{"enum":[{"x-mcp-hint":"media"}],"default":{"x-mcp-hint":"media"}}}}`,
	} {
		if media := CompileMedia(decoded(t, doc)); media != nil {
			t.Errorf("%s: %+v", doc, media)
		}
	}
	var none *Media
	value := map[string]any{"a": "media:1"}
	if n := testing.AllocsPerRun(10, func() { none.Assets(value) }); n > 0 || none.Fingerprint() != "" || none.Assets(value) != nil {
		t.Errorf("%v allocations, fingerprint %q", n, none.Fingerprint())
	}
}

// The fingerprint changes with what is found, and with nothing else.
func TestTheFingerprintOfMediaIsOfWhatIsFound(t *testing.T) {
	base := `{"properties":{"a":{"x-mcp-hint":"media"},"b":{"type":"string"}}}`
	for _, test := range []struct {
		doc  string
		same bool
	}{
		{base, true},
		{`{"properties":{"b":{"type":"integer"},"a":{"x-mcp-hint":"media","title":"A"},"c":{"x-mcp-hint":"code"}}}`, true},
		{`{"properties":{"a":{"x-service-ref":"media_assets"}}}`, true},
		{`{"properties":{"b":{"x-mcp-hint":"media"}}}`, false},
		{`{"properties":{"a":{"x-mcp-hint":"media"},"b":{"x-mcp-hint":"media"}}}`, false},
		{`{"properties":{"a":{"x-mcp-hint":"markdown"}}}`, false},
		{`{"properties":{"a":{"items":{"x-mcp-hint":"media"}}}}`, false},
		{`{"properties":{"a":{"x-mcp-hint":"media"}},"additionalProperties":{"x-mcp-hint":"media"}}`, false},
	} {
		same := CompileMedia(decoded(t, test.doc)).Fingerprint() == CompileMedia(decoded(t, base)).Fingerprint()
		if same != test.same {
			t.Errorf("%s: same %t", test.doc, same)
		}
	}
	open, declared := `{"additionalProperties":{"x-mcp-hint":"media"}}`, `{"properties":{"a":{}},"additionalProperties":{"x-mcp-hint":"media"}}`
	if CompileMedia(decoded(t, open)).Fingerprint() == CompileMedia(decoded(t, declared)).Fingerprint() {
		t.Error("a property that has a name by now is no other one")
	}
}

// Schemas that choose among themselves cost no more than what they are.
func TestMediaInChoicesOfChoicesIsFoundOnce(t *testing.T) {
	doc := decoded(t, `{"$defs":{"n":{"oneOf":[{"items":{"$ref":"#/$defs/n"}},{"items":{"$ref":"#/$defs/n"}},{"x-mcp-hint":"media"}]}},"properties":{"a":{"$ref":"#/$defs/n"}}}`)
	var value any = "1"
	for range 60 {
		value = []any{value}
	}
	if got := CompileMedia(doc).Assets(map[string]any{"a": value}); !slices.Equal(got, []string{"1"}) {
		t.Error(got)
	}
}
