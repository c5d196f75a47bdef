package sitetest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/app"
)

// A mutation is a mistake that somebody makes in a file of a site: one text in the place
// of another, which the file has once. The transcript test finds it.
type mutation struct{ test, file, old, new string }

// mutations of the site intake-ts, in manifests and in handlers. The tests of the site must
// find each.
var mutations = map[string]mutation{
	"no guard": {
		"guard", "manifests/submit.yaml",
		"  requires:\n    guard:\n      procedure: intake-open\n",
		"",
	},
	"a sender sets more than the form has": {
		"submit", "manifests/submit.yaml",
		"a sender cannot set them.\n    additionalProperties: false",
		"a sender cannot set them.\n    additionalProperties: true",
	},
	"any text is an address": {
		"fields", "manifests/submit.yaml",
		"        format: email\n",
		"",
	},
	"too many seats": {
		"guard", "manifests/submit.yaml",
		"      seats:\n        type: integer\n        minimum: 1\n        maximum: 6\n",
		"      seats:\n        type: integer\n        minimum: 1\n        maximum: 60\n",
	},
	"nobody needs to come": {
		"fields", "manifests/submit.yaml",
		"        minItems: 1\n",
		"        minItems: 0\n",
	},
	"another path": {
		"rules", "manifests/submit.yaml",
		"    path: /api/applications\n",
		"    path: /api/application\n",
	},
	"another method": {
		"sender", "manifests/submit.yaml",
		"    method: PUT\n",
		"    method: POST\n",
	},
	"who withdraws sets any stage": {
		"sender", "manifests/submit.yaml",
		"        const: withdrawn\n",
		"",
	},
	"senders see the note of the desk": {
		"sender", "manifests/submit.yaml",
		"fields: [id, version, receivedAt, workshop,",
		"fields: [id, version, staffNote, receivedAt, workshop,",
	},
	"a key is of everybody": {
		"submit", "manifests/applications.yaml",
		"    - [email, requestKey]\n",
		"    - [requestKey]\n",
	},
	"a repeated request is another application": {
		"submit", "manifests/applications.yaml",
		"    - [email, requestKey]\n",
		"    - [email, requestKey, contribution]\n",
	},
	"who withdraws changes the rest": {
		"sender", "manifests/submit.yaml",
		"    required: [id, expectedVersion, stage]\n    additionalProperties: false",
		"    required: [id, expectedVersion, stage]\n    additionalProperties: true",
	},
	"nobody knows whose an application is": {
		"sender", "manifests/applications.yaml",
		"        x-service-bind: ctx.user\n",
		"",
	},
	"contributors decide": {
		"desk", "manifests/desk.yaml",
		"- ctx.staff: [owner, editor]\n",
		"- ctx.staff: [owner, editor, contributor]\n",
	},
	"whoever signs in decides": {
		"desk", "manifests/desk.yaml",
		"- ctx.staff: [owner, editor]\n",
		"- ctx.user\n",
	},
	"editors erase": {
		"desk", "manifests/desk.yaml",
		"- ctx.staff: [owner]\n",
		"- ctx.staff: [owner, editor]\n",
	},
	"the desk withdraws": {
		"desk", "manifests/desk.yaml",
		"enum: [invited, declined]",
		"enum: [invited, declined, withdrawn]",
	},
	"everybody reads who comes": {
		"desk", "manifests/desk.yaml",
		"  title: Applications by workshop\n  surface: staff\n",
		"  title: Applications by workshop\n  surface: public\n",
	},
	"the oldest comes first": {
		"submit", "manifests/desk.yaml",
		"    - { field: receivedAt, direction: desc }\n",
		"    - { field: receivedAt }\n",
	},
	"the last day is left out": {
		"desk", "manifests/desk.yaml",
		"      - lte: {",
		"      - lt: {",
	},
	"seats are counted once": {
		"rules", "manifests/desk.yaml",
		"             SUM(seats) AS asked,\n",
		"             COUNT(seats) AS asked,\n",
	},
	"readers do not see how many may come": {
		"workshops", "manifests/workshops.yaml",
		"fields: [slug, title, summary, seats]\n",
		"fields: [slug, title, summary]\n",
	},
	"no list of workshops": {
		"workshops", "quartet.yaml",
		"list: true, ",
		"",
	},
	"today is early enough": {
		"rules", "handlers/applications.ts",
		"a.preferredDate <= today",
		"a.preferredDate < today",
	},
	"the alternative is the same day": {
		"rules", "handlers/applications.ts",
		"a.alternativeDate <= a.preferredDate",
		"a.alternativeDate < a.preferredDate",
	},
	"nobody counts the participants": {
		"rules", "handlers/applications.ts",
		"    { pointer: '/seats', message: 'There must be one seat for each participant.', broken: a.seats !== a.participants.length },\n",
		"",
	},
	"everybody gives a number": {
		"rules", "handlers/applications.ts",
		"a.reachBy === 'phone' && !a.phone",
		"!a.phone",
	},
	"a child is 14": {
		"rules", "handlers/applications.ts",
		"youngest < adult",
		"youngest <= adult",
	},
	"the oldest counts": {
		"rules", "handlers/applications.ts",
		"Math.min(",
		"Math.max(",
	},
	"no beginner may have no years": {
		"rules", "handlers/applications.ts",
		"?? 0) > 0",
		"?? 0) >= 0",
	},
	"nobody fires a kiln": {
		"rules", "handlers/applications.ts",
		"beginner && a.workshop",
		"a.workshop",
	},
	"another field is to blame": {
		"rules", "handlers/applications.ts",
		"'/phone'",
		"'/reachBy'",
	},
	"a refusal of another kind": {
		"rules", "handlers/applications.ts",
		"'INPUT_VALIDATION_FAILED'",
		"'CONFLICT'",
	},
	"a refusal that nobody throws": {
		"rules", "handlers/applications.ts",
		"if (rule) throw ctx.fail",
		"if (rule) ctx.fail",
	},
	"the last rule is told": {
		"rules", "handlers/applications.ts",
		".find(",
		".findLast(",
	},
	"nobody waits for the entry": {
		"rules", "handlers/applications.ts",
		"= await ctx.procedures",
		"= ctx.procedures",
	},
	"the guard refuses without a throw": {
		"guard", "handlers/intake.ts",
		"=== 0) throw ctx.fail",
		"=== 0) ctx.fail",
	},
	"the guard is turned": {
		"guard", "handlers/intake.ts",
		"rows.length === 0",
		"rows.length > 0",
	},
	"the guard does not wait": {
		"guard", "handlers/intake.ts",
		"  const { rows } = await ctx.views.workshops({ show: 1 })\n  if (rows.length === 0) throw",
		"  const answer = ctx.views.workshops({ show: 1 })\n  if (answer.rows?.length === 0) throw",
	},
	"the guard says that nothing is there": {
		"guard", "handlers/intake.ts",
		"'AUTH_DENIED'",
		"'NOT_FOUND'",
	},
}

// mutated is the site that the mutations are of.
const mutated = "../../examples/intake-ts"

// The tests of the site find each of its mutations, which are sites that start
// and are wrong: a broken rule is told, and not only a site that is broken.
func TestMutationsAreFound(t *testing.T) {
	for name, m := range mutations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(mutated)); err != nil {
				t.Fatal(err)
			}
			m.apply(t, dir)
			found, err := Find(dir, regexp.MustCompile("^"+m.test+"$"))
			if err != nil || len(found) != 1 {
				t.Fatalf("%d tests are called %s; %v", len(found), m.test, err)
			}
			results, err := Options{Site: app.Options{Dir: dir}}.Run(t.Context(), found)
			switch {
			case err != nil:
				t.Fatal(err)
			case len(results[0].Problems) > 0:
				t.Errorf("the site does not start: %v", results[0].Problems)
			case results[0].OK():
				t.Error("the test passes")
			}
		})
	}
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
