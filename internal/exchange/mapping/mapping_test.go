package mapping_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange"
	"github.com/quartet-dev/quartet/internal/exchange/mapping"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

const schema = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  schema:
    type: object
    properties:
      slug: { type: string }
      title: { type: string, maxLength: 20 }
      body: { type: string, x-mcp-hint: markdown }
      html: { type: string, x-mcp-hint: richtext }
      summary: { type: string, maxLength: 12 }
      date: { type: integer, x-mcp-hint: timestamp-ms }
      day: { type: string, format: date }
      at: { type: string, format: date-time }
      rank: { type: integer, nullable: true }
      price: { type: [number, 'null'] }
      open: { type: boolean }
      tags: { type: array, items: { type: string } }
      years: { type: array, items: { type: integer } }
      name: { type: object, properties: { en: { type: string }, de: { type: string } } }
      more: {}
      image: { type: string, x-service-ref: media_assets, x-mcp-hint: media-image }
`

type list []*mapping.Record

func (l *list) Next() (*mapping.Record, error) {
	if len(*l) == 0 {
		return nil, io.EOF
	}
	next := (*l)[0]
	*l = (*l)[1:]
	return next, nil
}

func read(t testing.TB, text string) *mapping.Mapping {
	t.Helper()
	m, problems := mapping.Read("map.yaml", []byte(text), plantest.Seal(t, schema))
	if problems != nil {
		t.Fatal(problems)
	}
	return m
}

// entries are the records that a mapping makes of one record.
func entries(t testing.TB, m *mapping.Mapping, media *mapping.Folder, r *mapping.Record) (made []*exchange.Record) {
	t.Helper()
	source, _ := mapping.Source(&list{r}, m, media)
	for {
		each, err := source.Next()
		if errors.Is(err, io.EOF) {
			return made
		}
		if err != nil {
			t.Fatal(err)
		}
		made = append(made, each)
	}
}

// What a value becomes follows from the property, unless the mapping says it.
func TestValues(t *testing.T) {
	noon := time.Date(2024, 3, 1, 12, 0, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		value string // of the mapping
		field any
		want  any // a text that begins with ! is what is refused
	}{
		"title a text":         {`title: F`, "a  b", "a  b"},
		"title of HTML":        {`title: F`, mapping.HTML("<p>a &amp; <b>b</b></p><script>x</script>"), "a & b"},
		"title of a number":    {`title: F`, int64(7), "7"},
		"title of a list":      {`title: F`, []string{"a", "b"}, "a"},
		"title cut":            {`title: { from: F, cut: 5 }`, "tea and water", "tea…"},
		"title chosen":         {`title: { from: F, values: { a: b, "*": c } }`, "a", "b"},
		"title of any other":   {`title: { from: F, values: { a: b, "*": c } }`, "x", "c"},
		"title by default":     {`title: { from: F, default: d }`, nil, "d"},
		"title the same":       {`title: { value: v }`, nil, "v"},
		"title of the first":   {`title: [G, F]`, "f", "f"},
		"body of HTML":         {`body: F`, mapping.HTML("<h2>a</h2><p>b <em>c</em></p>"), "## a\n\nb *c*"},
		"body of Markdown":     {`body: F`, "b *c*", "b *c*"},
		"html of HTML":         {`html: F`, mapping.HTML(`<p onclick="x()">a</p><script>b</script>`), "<p>a</p>"},
		"html of text":         {`html: F`, "a < b", "a &lt; b"},
		"date of a time":       {`date: F`, noon, noon.UnixMilli()},
		"date of a text":       {`date: F`, "2024-03-01T12:00:00Z", noon.UnixMilli()},
		"date in a zone":       {`date: F`, "2024-03-01 13:00", noon.UnixMilli()},
		"date of seconds":      {`date: F`, fmt.Sprint(noon.Unix()), noon.UnixMilli()},
		"date of milliseconds": {`date: F`, fmt.Sprint(noon.UnixMilli()), noon.UnixMilli()},
		"date of nothing":      {`date: F`, "soon", "!This is not a time"},
		"date of year 99999":   {`date: F`, "9999999999999999", "!This is not a time"},
		"day":                  {`day: F`, "2024-03-01 00:30", "2024-03-01"},
		"at":                   {`at: F`, "2024-03-01 13:00", "2024-03-01T12:00:00Z"},
		"rank":                 {`rank: F`, " 7 ", int64(7)},
		"rank of 7.5":          {`rank: F`, "7.5", "!This is not a whole number"},
		"rank of 2^64":         {`rank: F`, "18446744073709551616", "!This is not a whole number"},
		"price":                {`price: F`, "7.5", 7.5},
		"price of NaN":         {`price: F`, "NaN", "!This is not a number"},
		"price of 1e999":       {`price: F`, "1e999", "!This is not a number"},
		"open":                 {`open: F`, "Yes", true},
		"open of maybe":        {`open: F`, "maybe", "!This is neither"},
		"tags":                 {`tags: { from: F, separator: "," }`, "a, b,,", []any{"a", "b"}},
		"tags of one":          {`tags: F`, "a, b", []any{"a, b"}},
		"tags of several":      {`tags: F`, []string{"a", "b"}, []any{"a", "b"}},
		"years":                {`years: { from: F, separator: ";" }`, "1;2", []any{int64(1), int64(2)}},
		"years of text":        {`years: { from: F, separator: ";" }`, "1;x", "!This is not a whole number"},
		"more of JSON":         {`more: { from: F, as: json }`, `{"a":[1]}`, map[string]any{"a": []any{int64(1)}}},
		"more of no JSON":      {`more: { from: F, as: json }`, `{"a":`, "!This is not JSON"},
		"more of deep JSON":    {`more: { from: F, as: json }`, strings.Repeat("[", 1000), "!This is not JSON"},
		"name in a language":   {`name/de: F`, "x", map[string]any{"de": "x"}},
	} {
		t.Run(name, func(t *testing.T) {
			property, _, _ := strings.Cut(name, " ")
			m := read(t, "timezone: Europe/Berlin\ncollection: posts\ndata:\n  "+test.value)
			r := &mapping.Record{Key: "k", Fields: map[string]any{}, Place: exchange.Place{File: "x", Line: 7}}
			if test.field != nil {
				r.Fields["F"] = test.field
			}
			made := entries(t, m, nil, r)[0]
			if text, refused := test.want.(string); refused && strings.HasPrefix(text, "!") {
				if made.Problem == nil || !strings.HasPrefix(made.Problem.Message, text[1:]) || made.Problem.Path != "input#/F" || made.Problem.Source.Line != 7 {
					t.Errorf("%+v", made.Problem)
				}
				return
			}
			if diff := cmp.Diff(test.want, made.Arrival.Data[property]); diff != "" || made.Problem != nil {
				t.Error(diff, made.Problem)
			}
		})
	}
}

// A mapping of a blog's records names kinds and fields that they have.
func TestMappingsOfBlogs(t *testing.T) {
	for text, place := range map[string]string{
		"from: post\ncollection: posts\ndata: { slug: slug, title: [title, slug] }": "",
		"collection: posts\ndata: { slug: slug }":                                   "1:1",
		"from: post\ncollection: posts\ndata: { slug: slog }":                       "3:15",
		"from: 7\ncollection: posts\ndata: { slug: slug }":                          "1:7",
	} {
		m, problems := mapping.Read("map.yaml", []byte(text), plantest.Seal(t, schema), mapping.BlogFields()...)
		if (m == nil) != (place != "") || m == nil && fmt.Sprintf("%d:%d", problems[0].Source.Line, problems[0].Source.Column) != place {
			t.Errorf("%s: %v", text, problems)
		}
	}
}

func TestMappingsThatAreRefused(t *testing.T) {
	for name, test := range map[string]struct{ text, place string }{
		"no mapping":          {"- a", "1:1"},
		"two documents":       {"a: b\n---\na: b", "1:1"},
		"no YAML":             {"a: [", ""},
		"a kind":              {"from: post\ncollection: posts\ndata: { slug: A }", "1:7"},
		"no collection":       {"data: { slug: A }", "1:1"},
		"no data":             {"collection: posts", "1:1"},
		"an unknown key":      {"collection: posts\ncolour: red\ndata: { slug: A }", "2:1"},
		"an unknown property": {"collection: posts\ndata: { slug: A, slog: B }", "2:18"},
		"a path with a gap":   {"collection: posts\ndata: { name//de: A }", "2:9"},
		"neither":             {"collection: posts\ndata: { slug: { as: text } }", "2:15"},
		"both":                {"collection: posts\ndata: { slug: { from: A, value: b } }", "2:15"},
		"a number":            {"collection: posts\ndata: { slug: 7 }", "2:15"},
		"no name":             {"collection: posts\ndata: { slug: [] }", "2:15"},
		"cut to nothing":      {"collection: posts\ndata: { slug: { from: A, cut: 0 } }", "2:31"},
		"an asset":            {"collection: posts\ndata: { slug: { from: A, as: asset } }", "2:15"},
		"values of a text":    {"collection: posts\ndata: { slug: { from: A, values: b } }", "2:34"},
		"a long delimiter":    {"delimiter: ab\ncollection: posts\ndata: { slug: A }", "1:12"},
		"a quote":             {"delimiter: '\"'\ncollection: posts\ndata: { slug: A }", "1:12"},
		"a zone of nowhere":   {"timezone: Mars\ncollection: posts\ndata: { slug: A }", "1:11"},
		"no entries":          {"entries: []", "1:10"},
		"an entry of text":    {"entries: [a]", "1:11"},
		"too long":            {"# " + strings.Repeat("x", mapping.MaxBytes), "1:1"},
		"too many aliases":    {"a: &a [x,x,x,x,x,x,x,x,x,x]\nb: [" + strings.Repeat("*a,", 200) + "]", ""},
	} {
		t.Run(name, func(t *testing.T) {
			m, problems := mapping.Read("map.yaml", []byte(test.text), plantest.Seal(t, schema))
			if m != nil || len(problems) == 0 {
				t.Fatal("it is taken")
			}
			d := problems[0]
			if at := fmt.Sprintf("%d:%d", d.Source.Line, d.Source.Column); d.Code != diag.ImportMapInvalid || test.place != "" && at != test.place {
				t.Errorf("%s %s: %s", at, d.Code, d.Message)
			}
		})
	}
}

// Pictures that records name come from a folder, each once, with its other forms, and
// from nowhere else.
func TestPicturesOfAFolder(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"2023/04/kettle.jpg", "2023/04/kettle.webp", "cup.png"} {
		if err := errors.Join(os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700), os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	folder, err := mapping.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	m := mapping.Automatic(plantest.Seal(t, schema), nil, "picture")
	post := func(address string) []*exchange.Record {
		return entries(t, m, folder, &mapping.Record{Kind: mapping.Post, Key: address, Fields: map[string]any{mapping.Image: address, mapping.ImageAlt: "A kettle"}})
	}
	made := post("https://leaf.example/wp-content/uploads/2023/04/kettle.jpg?w=300")
	if len(made) != 2 || made[0].Asset == nil || len(made[0].Asset.Variants) != 2 || made[0].Asset.Variants[1].MimeType != "image/webp" || made[0].Asset.Purpose != "picture" {
		t.Fatalf("%+v", made[0].Asset)
	}
	if id := made[1].Arrival.Data["image"]; id != made[0].Asset.ID || made[0].Asset.Texts.Alt != "A kettle" {
		t.Error(id)
	}
	if again := post("/2023/04/kettle.jpg"); len(again) != 1 || again[0].Arrival.Data["image"] != made[0].Asset.ID {
		t.Errorf("%+v", again)
	}
	for _, hostile := range []string{"../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "https://leaf.example/missing.jpg", "%zz", "2023"} {
		if made := post(hostile); len(made) != 1 || made[0].Problem == nil {
			t.Errorf("%s: %+v", hostile, made[0])
		}
	}
	if file, err := folder.File("../x"); err == nil {
		t.Error("the folder is left", file.Close())
	}
}

// One record may become several entries of one collection, each with an id of its own.
// The first has the id that it has alone.
func TestEntriesOfOneCollectionHaveIDsOfTheirOwn(t *testing.T) {
	record := func() *mapping.Record {
		return &mapping.Record{Key: "k", Fields: map[string]any{"A": "a", "B": "b"}}
	}
	localized := strings.NewReplacer("  title: Posts", "  title: Posts\n  localized: true", "      more: {}", "      locale: { type: string }").Replace(schema)
	const one = "  - { collection: posts, key: A, data: { slug: A, locale: { value: %s } } }\n"
	in := func(locales ...string) (ids []string) {
		text := "entries:\n"
		for _, each := range locales {
			text += fmt.Sprintf(one, each)
		}
		m, problems := mapping.Read("map.yaml", []byte(text), plantest.Seal(t, localized))
		if problems != nil {
			t.Fatal(problems)
		}
		for _, each := range entries(t, m, nil, record()) {
			ids = append(ids, each.Arrival.ID)
		}
		return ids
	}
	alone, two, more := in("en"), in("en", "zh-TW"), in("en", "de", "zh-TW")
	if two[0] != alone[0] || more[0] != alone[0] || two[1] == two[0] || more[2] != two[1] || more[1] == more[2] {
		t.Errorf("%q alone, %q of two, %q of three", alone, two, more)
	}
	again := in("en", "en", "en", "en")
	if again[1] != in("en", "en")[1] || again[1] != content.DerivedID([]byte(`["posts","a",{"locale":"en"}]`)) {
		t.Errorf("%q: an id is not that of an import before", again)
	}
	if slices.Sort(again); len(slices.Compact(again)) != 4 {
		t.Errorf("%q of four in one locale", again)
	}
	if alone[0] != content.DerivedID([]byte(`["posts","a"]`)) {
		t.Errorf("%s is not the id of the import before", alone[0])
	}
	same := entries(t, read(t, "entries:\n  - { collection: posts, key: A, data: { slug: A } }\n  - { collection: posts, key: A, data: { slug: B } }"), nil, record())
	if same[0].Arrival.ID == same[1].Arrival.ID || same[0].Arrival.ID != alone[0] {
		t.Errorf("%s and %s", same[0].Arrival.ID, same[1].Arrival.ID)
	}
}

// The handbook's mapping for two languages fits the magazine of the examples.
func TestTheMappingOfTwoLanguagesFitsTheMagazine(t *testing.T) {
	page, err := os.ReadFile("../../../docs/import-export.md")
	manifests, otherErr := os.ReadFile("../../../examples/publication/manifests/articles.yaml")
	if err := errors.Join(err, otherErr); err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(page), "**Two languages.**")
	_, text, _ = strings.Cut(text, "```yaml\n")
	text, _, _ = strings.Cut(text, "```")
	m, problems := mapping.Read("map.yaml", []byte(text), plantest.Seal(t, string(manifests)))
	if problems != nil {
		t.Fatal(problems)
	}
	fields := map[string]any{}
	for _, name := range m.Fields() {
		fields[name] = "2026-08-01" // a time where one is asked for, and a text elsewhere
	}
	seen := map[string]bool{}
	made := entries(t, m, nil, &mapping.Record{Key: "k", Fields: fields})
	for _, each := range made {
		if each.Problem != nil {
			t.Fatal(each.Problem)
		}
		seen[each.Arrival.Collection+each.Arrival.ID] = true
	}
	if len(made) != 3 || len(seen) != len(made) {
		t.Errorf("%d entries with %d ids", len(made), len(seen))
	}
}

func FuzzRead(f *testing.F) {
	f.Add("collection: posts\ndata: { slug: A, tags: { from: B, separator: ',' } }")
	f.Add("entries: [{ collection: posts, data: { name/de: [A, B] } }]")
	p := plantest.Seal(f, schema)
	f.Fuzz(func(t *testing.T, text string) {
		m, problems := mapping.Read("map.yaml", []byte(text), p)
		if (m == nil) != problems.HasErrors() {
			t.Error(m, problems)
		}
		for _, d := range problems {
			if d.Source == nil || d.Source.Line < 1 {
				t.Errorf("%+v", d)
			}
		}
	})
}
