package plan_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Documents in another order and in other files, keys in another order, other
// comments and another YAML style leave the fingerprint alone.
func TestFingerprintIsBlindToStyle(t *testing.T) {
	site := readSite(t)
	want := fingerprints(plantest.Seal(t, site))
	documents, problems := yamldoc.Parse("whole.yaml", []byte(site))
	if problems != nil {
		t.Fatal(problems)
	}
	rapid.Check(t, func(t *rapid.T) {
		files := restyled(t, documents)
		set, problems := manifest.Parse(files)
		if problems != nil {
			t.Fatalf("%v\n%s", problems, text(files))
		}
		sealed, problems := plan.Seal(set)
		if problems != nil {
			t.Fatalf("%v\n%s", problems, text(files))
		}
		if diff := cmp.Diff(want, fingerprints(sealed)); diff != "" {
			t.Fatalf("%s\n%s", diff, text(files))
		}
	})
}

// fingerprints are those of a plan, its Schemas and its Views.
func fingerprints(p *plan.Plan) []string {
	list := []string{p.Fingerprint()}
	for _, s := range p.Schemas() {
		list = append(list, s.Name()+" "+s.Fingerprint())
	}
	for _, v := range p.Views() {
		list = append(list, v.Name()+" "+v.Fingerprint())
	}
	return list
}

func text(files []manifest.File) string {
	var b strings.Builder
	for _, each := range files {
		fmt.Fprintf(&b, "-- %s --\n%s", each.Name, each.Data)
	}
	return b.String()
}

// restyled deals the documents out to files, each written anew.
func restyled(t *rapid.T, documents []*yamldoc.Document) []manifest.File {
	files := make([]manifest.File, rapid.IntRange(1, 3).Draw(t, "files"))
	for i := range files {
		files[i].Name = fmt.Sprintf("%d.yaml", i)
	}
	for _, d := range rapid.Permutation(documents).Draw(t, "documents") {
		file := &files[rapid.IntRange(0, len(files)-1).Draw(t, "file")]
		w := writer{t: t}
		w.block(d.Root, 0)
		file.Data = append(file.Data, "---\n"+w.String()...)
	}
	return files
}

// writer writes a node as YAML in a style that it draws.
type writer struct {
	strings.Builder
	t *rapid.T
}

func (w *writer) coin(label string) bool { return rapid.Bool().Draw(w.t, label) }

// block writes a node that starts on a line of its own.
func (w *writer) block(n *yamldoc.Node, indent int) {
	margin := strings.Repeat(" ", indent)
	for _, f := range w.shuffled(n) {
		if w.coin("comment") {
			w.WriteString(margin + "# a comment: {\n")
		}
		w.WriteString(margin + w.scalar(f.Key) + ":")
		w.value(f.Value, indent)
	}
	for _, item := range n.Items {
		w.WriteString(margin + "-")
		w.value(item, indent)
	}
}

// value writes a node after a key or a dash.
func (w *writer) value(n *yamldoc.Node, indent int) {
	if len(n.Fields)+len(n.Items) > 0 && w.coin("block") {
		w.WriteByte('\n')
		w.block(n, indent+rapid.IntRange(1, 4).Draw(w.t, "indent"))
		return
	}
	w.WriteString(" " + w.flow(n) + "\n")
}

func (w *writer) flow(n *yamldoc.Node) string {
	var parts []string
	switch n.Kind {
	case yamldoc.Mapping:
		for _, f := range w.shuffled(n) {
			parts = append(parts, w.scalar(f.Key)+": "+w.flow(f.Value))
		}
		return "{ " + strings.Join(parts, ", ") + " }"
	case yamldoc.Sequence:
		for _, item := range n.Items {
			parts = append(parts, w.flow(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	default:
		return w.scalar(n.Value)
	}
}

func (w *writer) shuffled(n *yamldoc.Node) []yamldoc.Field {
	if len(n.Fields) == 0 {
		return nil
	}
	return rapid.Permutation(slices.Clone(n.Fields)).Draw(w.t, "keys")
}

// plain are strings that need no quotes in any style, whatever they say.
var plain = regexp.MustCompile(`^[a-z]{3}[a-z]*[-_./][A-Za-z0-9]+$|^[A-Z][a-z]+ [a-z]+$`)

func (w *writer) scalar(v any) string {
	s, isText := v.(string)
	switch {
	case isText && plain.MatchString(s) && w.coin("plain"):
		return s
	case isText && w.coin("single quotes"):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	default:
		return string(jsonvalue.Append(nil, v))
	}
}
