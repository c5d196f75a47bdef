package cli

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func limitsPage(t *testing.T, b *strings.Builder) {
	addLine(b, "# Limits")
	addLine(b, "")
	addLine(b, "What the service accepts, keeps and waits for, with the number of this version. This page is made of the code.")
	addLine(b, "[operating.md](operating.md#limits) says what happens beyond the limits of requests. Sizes are in units of 1,024.")
	for _, each := range linesOf(t, "limits.txt", 3) {
		if title, isGroup := strings.CutPrefix(each[0], "## "); isGroup {
			addLine(b, "\n## %s\n\n| what | limit |\n|---|---|", title)
			continue
		}
		addLine(b, "| %s | %s |", cell(each[2]), inUnits(t, numberOf(t, each[0]), each[1]))
	}
}

// constants are those of a package, which may refer to each other.
var constants = map[string]map[string]ast.Expr{}

// numberOf is the value of a constant, such as internal/auth.maxScopes.
func numberOf(t *testing.T, name string) constant.Value {
	t.Helper()
	at := strings.LastIndex(name, ".")
	folder, wanted := name[:at], name[at+1:]
	if constants[folder] == nil {
		constants[folder] = constantsOf(t, filepath.Join("../..", folder))
	}
	expression := constants[folder][wanted]
	if expression == nil {
		t.Fatalf("%s is not a constant", name)
	}
	return valueOf(t, folder, expression)
}

func constantsOf(t *testing.T, folder string) map[string]ast.Expr {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no files: %v", folder, err)
	}
	found := map[string]ast.Expr{}
	for _, each := range files {
		file, err := parser.ParseFile(token.NewFileSet(), each, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range file.Decls {
			general, ok := declared.(*ast.GenDecl)
			if !ok || general.Tok != token.CONST {
				continue
			}
			for _, spec := range general.Specs {
				value := spec.(*ast.ValueSpec) //nolint:forcetypeassert // of a const there is no other
				for i := range value.Values {
					found[value.Names[i].Name] = value.Values[i]
				}
			}
		}
	}
	return found
}

// valueOf computes what a compiler would.
func valueOf(t *testing.T, folder string, e ast.Expr) constant.Value {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		return constant.MakeFromLiteral(e.Value, e.Kind, 0)
	case *ast.ParenExpr:
		return valueOf(t, folder, e.X)
	case *ast.Ident:
		return numberOf(t, folder+"."+e.Name)
	case *ast.SelectorExpr:
		if unit, known := units[e.Sel.Name]; known {
			return constant.MakeInt64(int64(unit))
		}
	case *ast.BinaryExpr:
		x, y := valueOf(t, folder, e.X), valueOf(t, folder, e.Y)
		if e.Op == token.SHL {
			by, _ := constant.Uint64Val(y)
			return constant.Shift(x, token.SHL, uint(by))
		}
		return constant.BinaryOp(x, e.Op, y)
	}
	t.Fatalf("%s: a constant is too hard to compute: %T", folder, e)
	return nil
}

var units = map[string]time.Duration{"Millisecond": time.Millisecond, "Second": time.Second, "Minute": time.Minute, "Hour": time.Hour}

// inUnits writes a number of bytes, of time, or of things, as people say it.
func inUnits(t *testing.T, value constant.Value, unit string) string {
	t.Helper()
	n, exact := constant.Int64Val(value)
	if !exact {
		t.Fatalf("%s is not a whole number", value)
	}
	switch unit {
	case "bytes":
		return bytesInUnits(n)
	case "time":
		return timeInUnits(time.Duration(n))
	case "days", "seconds":
		return grouped(n) + " " + unit
	}
	return strings.TrimSpace(grouped(n) + " " + unit)
}

func bytesInUnits(n int64) string {
	for _, each := range []struct {
		size int64
		name string
	}{{1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= each.size && n%each.size == 0 {
			return grouped(n/each.size) + " " + each.name
		}
	}
	return grouped(n) + " bytes"
}

func timeInUnits(d time.Duration) string {
	for _, each := range []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		if d >= each.size && d%each.size == 0 {
			return count(int(d/each.size), each.name)
		}
	}
	return fmt.Sprint(d)
}

// The page must be able to be wrong: numbers are computed, and written as people say them.
func TestLimitsAreComputed(t *testing.T) {
	for source, want := range map[string]string{
		"4 << 20": "4 MiB", "1000": "1,000 bytes", "(3 + 5) << 10": "8 KiB", "2 * 1536": "3 KiB", "1 << 30": "1,024 MiB",
	} {
		e, err := parser.ParseExpr(source)
		if err != nil {
			t.Fatal(err)
		}
		if got := inUnits(t, valueOf(t, "", e), "bytes"); got != want {
			t.Errorf("%s is %s, want %s", source, got, want)
		}
	}
	for source, want := range map[string]string{"90 * 24 * time.Hour": "90 days", "30 * time.Second": "30 seconds", "time.Minute": "1 minute", "200 * time.Millisecond": "200ms"} {
		e, err := parser.ParseExpr(source)
		if err != nil {
			t.Fatal(err)
		}
		if got := inUnits(t, valueOf(t, "", e), "time"); got != want {
			t.Errorf("%s is %s, want %s", source, got, want)
		}
	}
}
