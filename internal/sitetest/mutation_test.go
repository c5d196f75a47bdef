package sitetest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/app"
)

// A mutation is a mistake that somebody makes in a file of a site: one text in the place
// of another, which the file has once.
type mutation struct{ file, old, new string }

// mutations of the intake site, of its manifests and its handlers. The tests of the site
// must find each.
var mutations = map[string]mutation{
	"no guard": {
		"manifests/submit.yaml",
		"  requires:\n    guard:\n      procedure: intake-open\n",
		"",
	},
	"a sender sets more than the form has": {
		"manifests/submit.yaml",
		"a sender cannot set them.\n    additionalProperties: false",
		"a sender cannot set them.\n    additionalProperties: true",
	},
	"any text is an address": {
		"manifests/submit.yaml",
		"        format: email\n",
		"",
	},
	"too many seats": {
		"manifests/submit.yaml",
		"      seats:\n        type: integer\n        minimum: 1\n        maximum: 6\n",
		"      seats:\n        type: integer\n        minimum: 1\n        maximum: 60\n",
	},
	"nobody needs to come": {
		"manifests/submit.yaml",
		"        minItems: 1\n",
		"        minItems: 0\n",
	},
	"another path": {
		"manifests/submit.yaml",
		"    path: /api/applications\n",
		"    path: /api/application\n",
	},
	"another method": {
		"manifests/submit.yaml",
		"    method: PUT\n",
		"    method: POST\n",
	},
	"who withdraws sets any stage": {
		"manifests/submit.yaml",
		"        const: withdrawn\n",
		"",
	},
	"senders see the note of the desk": {
		"manifests/submit.yaml",
		"fields: [id, version, receivedAt, workshop,",
		"fields: [id, version, staffNote, receivedAt, workshop,",
	},
	"a key is of everybody": {
		"manifests/applications.yaml",
		"    - [email, requestKey]\n",
		"    - [requestKey]\n",
	},
	"a repeated request is another application": {
		"manifests/applications.yaml",
		"    - [email, requestKey]\n",
		"    - [email, requestKey, contribution]\n",
	},
	"who withdraws changes the rest": {
		"manifests/submit.yaml",
		"    required: [id, expectedVersion, stage]\n    additionalProperties: false",
		"    required: [id, expectedVersion, stage]\n    additionalProperties: true",
	},
	"nobody knows whose an application is": {
		"manifests/applications.yaml",
		"        x-service-bind: ctx.user\n",
		"",
	},
	"contributors decide": {
		"manifests/desk.yaml",
		"- ctx.staff: [owner, editor]\n",
		"- ctx.staff: [owner, editor, contributor]\n",
	},
	"whoever signs in decides": {
		"manifests/desk.yaml",
		"- ctx.staff: [owner, editor]\n",
		"- ctx.user\n",
	},
	"editors erase": {
		"manifests/desk.yaml",
		"- ctx.staff: [owner]\n",
		"- ctx.staff: [owner, editor]\n",
	},
	"the desk withdraws": {
		"manifests/desk.yaml",
		"enum: [invited, declined]",
		"enum: [invited, declined, withdrawn]",
	},
	"everybody reads who comes": {
		"manifests/desk.yaml",
		"  title: Applications by workshop\n  surface: staff\n",
		"  title: Applications by workshop\n  surface: public\n",
	},
	"the oldest comes first": {
		"manifests/desk.yaml",
		"    - { field: receivedAt, direction: desc }\n",
		"    - { field: receivedAt }\n",
	},
	"the last day is left out": {
		"manifests/desk.yaml",
		"      - lte: {",
		"      - lt: {",
	},
	"seats are counted once": {
		"manifests/desk.yaml",
		"             SUM(seats) AS asked,\n",
		"             COUNT(seats) AS asked,\n",
	},
	"readers do not see how many may come": {
		"manifests/workshops.yaml",
		"fields: [slug, title, summary, seats]\n",
		"fields: [slug, title, summary]\n",
	},
	"today is after today": {
		"handlers/applications.ts",
		"a.preferredDate <= today",
		"a.preferredDate < today",
	},
	"the alternative is the same day": {
		"handlers/applications.ts",
		"a.alternativeDate <= a.preferredDate",
		"a.alternativeDate < a.preferredDate",
	},
	"nobody needs a phone": {
		"handlers/applications.ts",
		"a.reachBy === 'phone' && !a.phone",
		"a.reachBy === 'phone' && a.phone === ''",
	},
	"seats for nobody": {
		"handlers/applications.ts",
		"a.seats !== a.participants.length",
		"a.seats < a.participants.length",
	},
	"who is 13 is old enough": {
		"handlers/applications.ts",
		"const adult = 14",
		"const adult = 13",
	},
	"one adult is enough": {
		"handlers/applications.ts",
		"Math.min(...a.participants",
		"Math.max(...a.participants",
	},
	"beginners fire the kiln": {
		"handlers/applications.ts",
		"beginner && a.workshop === 'kiln-firing'",
		"beginner && a.workshop === 'glaze-lab'",
	},
	"half a year is none": {
		"handlers/applications.ts",
		"(a.yearsOfPractice ?? 0) > 0",
		"(a.yearsOfPractice ?? 0) > 1",
	},
	"the last broken rule is told": {
		"handlers/applications.ts",
		".find(({ broken }) => broken)",
		".findLast(({ broken }) => broken)",
	},
	"the place of the rule is lost": {
		"handlers/applications.ts",
		"rule.pointer, rule.message",
		"'', rule.message",
	},
	"the intake is always open": {
		"handlers/intake.ts",
		"rows.length === 0",
		"rows.length < 0",
	},
	"the guard refuses with another code": {
		"handlers/intake.ts",
		"'AUTH_DENIED'",
		"'CONFLICT'",
	},
	"no list of workshops": {
		"quartet.yaml",
		"list: true, ",
		"",
	},
	"nobody counts the participants": {
		"handlers/applications.ts",
		"    { pointer: '/seats', message: 'There must be one seat for each participant.', broken: a.seats !== a.participants.length },\n",
		"",
	},
	"everybody gives a number": {
		"handlers/applications.ts",
		"a.reachBy === 'phone' && !a.phone",
		"!a.phone",
	},
	"a child is 14": {
		"handlers/applications.ts",
		"youngest < adult",
		"youngest <= adult",
	},
	"the oldest counts": {
		"handlers/applications.ts",
		"Math.min(",
		"Math.max(",
	},
	"no beginner may have no years": {
		"handlers/applications.ts",
		"?? 0) > 0",
		"?? 0) >= 0",
	},
	"nobody fires a kiln": {
		"handlers/applications.ts",
		"beginner && a.workshop",
		"a.workshop",
	},
	"another field is to blame": {
		"handlers/applications.ts",
		"'/phone'",
		"'/reachBy'",
	},
	"a refusal of another kind": {
		"handlers/applications.ts",
		"'INPUT_VALIDATION_FAILED'",
		"'CONFLICT'",
	},
	"a refusal that nobody throws": {
		"handlers/applications.ts",
		"if (rule) throw ctx.fail",
		"if (rule) ctx.fail",
	},
	"the last rule is told": {
		"handlers/applications.ts",
		".find(",
		".findLast(",
	},
	"nobody waits for the entry": {
		"handlers/applications.ts",
		"= await ctx.procedures",
		"= ctx.procedures",
	},
	"the guard refuses without a throw": {
		"handlers/intake.ts",
		"=== 0) throw ctx.fail",
		"=== 0) ctx.fail",
	},
	"the guard is turned": {
		"handlers/intake.ts",
		"rows.length === 0",
		"rows.length > 0",
	},
	"the guard does not wait": {
		"handlers/intake.ts",
		"  const { rows } = await ctx.views.workshops({ show: 1 })\n  if (rows.length === 0) throw",
		"  const answer = ctx.views.workshops({ show: 1 })\n  if (answer.rows?.length === 0) throw",
	},
	"the guard says that nothing is there": {
		"handlers/intake.ts",
		"'AUTH_DENIED'",
		"'NOT_FOUND'",
	},
}

// The tests of the intake site find each of its mutations, which are sites that start
// and are wrong: a broken rule is told, and not only a site that is broken.
func TestMutationsAreFound(t *testing.T) {
	const original = "../../examples/intake-ts"
	if found := firstFailure(t, app.Options{Dir: original}, ""); found != nil {
		t.Fatalf("the site that is not changed fails: %s", said(found))
	}
	for name, m := range mutations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(original)); err != nil {
				t.Fatal(err)
			}
			m.apply(t, dir)
			switch found := firstFailure(t, app.Options{Dir: dir}, about[m.file]); {
			case found == nil:
				t.Error("every test passes")
			case len(found.Problems) > 0:
				t.Errorf("the site does not start: %v", found.Problems)
			}
		})
	}
}

// about names the test to begin with, which is about a file. It saves time alone.
var about = map[string]string{
	"handlers/applications.ts": "rules", "handlers/intake.ts": "guard", "manifests/desk.yaml": "desk",
	"manifests/applications.yaml": "submit", "manifests/workshops.yaml": "workshops", "quartet.yaml": "workshops",
}

// firstFailure runs one test after the other until one fails; nil where none does.
func firstFailure(t *testing.T, site app.Options, first string) *Result {
	t.Helper()
	tests, err := Find(site.Dir, nil)
	if err != nil || len(tests) < 7 {
		t.Fatalf("%d transcripts: %v", len(tests), err)
	}
	if i := slices.IndexFunc(tests, func(each Test) bool { return each.Name == first }); i > 0 {
		tests[0], tests[i] = tests[i], tests[0]
	}
	for i := range tests {
		results, err := Options{Site: site}.Run(t.Context(), tests[i:i+1])
		if err != nil {
			t.Fatal(err)
		}
		if !results[0].OK() {
			return &results[0]
		}
	}
	return nil
}

// apply writes the changed file.
func (m mutation) apply(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(m.file))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), m.old); n != 1 {
		t.Fatalf("%s has the text %d times:\n%s", m.file, n, m.old)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), m.old, m.new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}
