package sqlgen_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

var update = flag.Bool("update", false, "rewrite the expected SQL in testdata")

// Each file of testdata holds a site and, for every View and Schema of it, the
// SQLite and PostgreSQL text side by side.
func TestGoldenSQL(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) != 8 {
		t.Fatalf("found %d golden files, %v; want 8", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			site := plantest.Seal(t, string(archive.Files[0].Data))
			want := string(archive.Files[1].Data)
			got := render(site)
			if *update {
				archive.Files[1].Data = []byte(got)
				if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func render(site *plan.Plan) string {
	var out strings.Builder
	for _, s := range site.Schemas() {
		for _, d := range dialects {
			schemaText(&out, d, s)
		}
	}
	for _, v := range site.Views() {
		for _, d := range dialects {
			if v.IsSQL() && d == sqlgen.Postgres {
				d = d.Logical("site", site.Schemas())
			}
			viewText(&out, d, v)
		}
	}
	return out.String()
}

var dialects = []*sqlgen.Dialect{sqlgen.SQLite, sqlgen.Postgres}

func schemaText(out *strings.Builder, d *sqlgen.Dialect, s *plan.Schema) {
	fmt.Fprintf(out, "## Schema %s, %s\n%s\n", s.Name(), d.Name, sqlgen.CreateTable(d, s))
	for _, i := range s.StoredIndexes() {
		fmt.Fprintln(out, sqlgen.CreateIndex(d, s, i))
	}
	fmt.Fprintf(out, "%s\n%s\n%s\n", sqlgen.Insert(d, s), sqlgen.Update(d, s), sqlgen.Delete(d, s))
}

func viewText(out *strings.Builder, d *sqlgen.Dialect, v *plan.View) {
	fmt.Fprintf(out, "## View %s, %s\n", v.Name(), d.Name)
	if v.IsSQL() {
		if statement, ok := sqlgen.Wrap(d, v); ok {
			statementText(out, statement)
		} else {
			fmt.Fprintln(out, "not written in this dialect")
		}
		return
	}
	statementText(out, sqlgen.View(d, v).Statement)
	for _, null := range []bool{false, true} {
		nulls := make([]bool, len(v.Order()))
		for i := range nulls {
			nulls[i] = null
		}
		if null && len(nulls) == 0 {
			break
		}
		for i, segment := range sqlgen.ViewAfter(d, v, nulls) {
			fmt.Fprintf(out, "# after, last row's keys null: %t, segment %d\n", null, i+1)
			statementText(out, segment.Statement)
		}
	}
}

func statementText(out *strings.Builder, s sqlgen.Statement) {
	fmt.Fprintln(out, s.Text)
	for i, a := range s.Args {
		fmt.Fprintf(out, "  %d: %s\n", i+1, argText(a))
	}
}

func argText(a sqlgen.Arg) string {
	switch a.Kind {
	case sqlgen.ArgLiteral:
		return fmt.Sprintf("%#v", a.Value)
	case sqlgen.ArgParam:
		return fmt.Sprintf("param %d", a.Slot)
	case sqlgen.ArgCaller:
		return "caller's id"
	case sqlgen.ArgAfter:
		return fmt.Sprintf("last row's key %d", a.Slot)
	case sqlgen.ArgLimit:
		return "limit"
	default:
		return "offset"
	}
}
