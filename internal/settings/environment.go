package settings

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// variables are the environment, those of the process over those of .env.
type variables struct {
	process func(name string) (string, bool) // nil: neither is read
	local   map[string]assignment
}

// find is a variable with its place in .env; unset or blank, it is "".
func (v variables) find(name string) (string, *diag.Source) {
	if v.process == nil {
		return "", nil
	}
	found := v.local[name]
	if value, ok := v.process(name); ok {
		found = assignment{value: value}
	}
	if strings.TrimSpace(found.value) == "" {
		return "", found.source
	}
	return found.value, found.source
}

// lookup is find for those who open a bucket.
func (v variables) lookup(name string) (string, bool) {
	value, _ := v.find(name)
	return value, value != ""
}

func (v variables) set(name string) bool { return v.or(name, "") != "" }

// or is the value of a variable; unset or blank, it is the declared one.
func (v variables) or(name, declared string) string {
	if value, _ := v.find(name); value != "" {
		return value
	}
	return declared
}

// viewsURL is the variable with the address for sql Views.
const viewsURL = "DATABASE_VIEWS_URL"

// directURL is the variable with the address behind a pooler.
const directURL = "DATABASE_DIRECT_URL"

var known = []struct {
	name  string
	check check
}{
	{"DATABASE_URL", func(value string) *problem { _, c := parseDatabase(value); return c }},
	{viewsURL, viewsTarget},
	{directURL, directTarget},
	{"MEDIA_URL", mediaTarget},
	{backupVariable, backupTarget},
	{"MAIL_URL", mailTarget},
	{cdnToken, cdnTokenText},
}

// environment reads the variables, and checks those that are URLs.
func (r *reader) environment(o Options) variables {
	if o.Environment == nil {
		return variables{}
	}
	found := variables{process: o.Environment, local: r.envFile(o)}
	for _, each := range known {
		value, source := found.find(each.name)
		if value == "" {
			continue
		}
		if complaint := each.check(value); complaint != nil {
			r.refuseVariable(each.name, complaint, source)
		}
	}
	return found
}

// refuseVariable never shows the value: it may hold a secret.
func (r *reader) refuseVariable(name string, c *problem, source *diag.Source) {
	r.problems.Add(&diag.Diagnostic{
		Code: diag.SettingsInvalid, Phase: r.phase, Severity: diag.Error, Path: "env#/" + name,
		Message: "The variable " + name + " is malformed.", Expected: c.expected, Source: source,
	})
}

type assignment struct {
	value  string
	source *diag.Source
}

// assigns is one line of .env: NAME=value. The value is plain text up to the
// end of the line, or quoted: 'as it stands', or "with \n, \" and \\".
var assigns = lazyregexp.New(`^(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$`)

// envBytes is how long .env may be.
const envBytes = 1 << 20

func (r *reader) envFile(o Options) map[string]assignment {
	name := o.Prefix + EnvFileName
	data, err := yamldoc.ReadFile(o.FS, EnvFileName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		r.refuseLine(diag.Source{File: name}, "The file cannot be read.")
		return nil
	case len(data) > envBytes:
		r.refuseLine(diag.Source{File: name}, "The file is larger than 1 MiB.")
		return nil
	}
	found := make(map[string]assignment)
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		r.envLine(found, strings.TrimSpace(line), diag.Source{File: name, Line: number, Column: 1})
	}
	return found
}

func (r *reader) envLine(found map[string]assignment, line string, at diag.Source) {
	if line == "" || strings.HasPrefix(line, "#") {
		return
	}
	parts := assigns.FindStringSubmatch(line)
	if parts == nil {
		r.refuseLine(at, "A line is NAME=value, a comment that begins with #, or blank.")
		return
	}
	value, ok := unquote(strings.TrimSpace(parts[2]))
	if _, twice := found[parts[1]]; twice {
		r.refuseLine(at, "The variable "+parts[1]+" is set a second time.")
	} else if !ok {
		r.refuseLine(at, "The value of "+parts[1]+" has a quote that is not closed, or text after it.")
	}
	found[parts[1]] = assignment{value, &at}
}

func (r *reader) refuseLine(at diag.Source, message string) {
	r.problems.Add(&diag.Diagnostic{
		Code: diag.SettingsInvalid, Phase: r.phase, Severity: diag.Error, Path: "env#", Message: message, Source: &at,
	})
}

var quotedValue = lazyregexp.New(`^"((?:[^"\\]|\\["\\n])*)"$`)

func unquote(value string) (string, bool) {
	if !strings.HasPrefix(value, "'") && !strings.HasPrefix(value, `"`) {
		return value, true
	}
	if inner, ok := strings.CutPrefix(value, "'"); ok {
		inner, closed := strings.CutSuffix(inner, "'")
		return inner, closed && !strings.Contains(inner, "'")
	}
	if parts := quotedValue.FindStringSubmatch(value); parts != nil {
		return strings.NewReplacer(`\n`, "\n", `\"`, `"`, `\\`, `\`).Replace(parts[1]), true
	}
	return "", false
}
