package plan_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

const translatedTeas = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec:
  title: Teas
  schema: { type: object, properties: { code: { type: string }, slug: { type: string } } }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: texts }
spec:
  title: Texts
  localized: true
  translates: { parent: teas, on: code }
  schema: { type: object, properties: { code: { type: string }, locale: { type: string }, slug: { type: string } } }
  uniqueIndexes: [[slug, locale]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, localized: true, schema: { type: object, properties: { locale: { type: string }, slug: { type: string } } } }
`

// Only what is declared to have pages has more indexes than before, and the plan means
// the same.
func TestAddressesDecideHowEntriesAreFound(t *testing.T) {
	headless := plantest.Seal(t, translatedTeas)
	for name, test := range map[string]struct {
		addresses []plan.Address
		want      map[string]string // what is looked up, and the indexes more
	}{
		"none":                   {nil, map[string]string{}},
		"unknown":                {[]plan.Address{{Schema: "none", Slug: "slug"}, {Schema: "notes", Slug: "none"}, {Schema: "notes", Slug: "id"}}, map[string]string{}},
		"a translation":          {[]plan.Address{{Schema: "texts", Slug: "slug"}}, map[string]string{"texts": "slug code: status+locale+updatedAt", "teas": "code:"}},
		"a parent":               {[]plan.Address{{Schema: "teas", Slug: "slug"}}, map[string]string{"teas": "slug code:", "texts": "code:"}},
		"one without an index":   {[]plan.Address{{Schema: "notes", Slug: "slug"}}, map[string]string{"notes": "slug: status+locale+updatedAt slug"}},
		"the same one once more": {[]plan.Address{{Schema: "notes", Slug: "slug"}, {Schema: "notes", Slug: "slug"}}, map[string]string{"notes": "slug: status+locale+updatedAt slug"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := plantest.Seal(t, translatedTeas, test.addresses...)
			got := map[string]string{}
			for _, s := range p.Schemas() {
				before := len(headless.Schema(s.Name()).StoredIndexes())
				if more := s.StoredIndexes()[before:]; len(more)+len(s.Addresses()) > 0 {
					got[s.Name()] = strings.TrimSpace(strings.Join(namesOf(s.Addresses()), " ") + ": " + indexesOf(more))
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if p.Fingerprint() != headless.Fingerprint() {
				t.Error("the plan means something else")
			}
		})
	}
}

// A text leads to its article by an index, whether the site has pages or not.
func TestTranslationsAreJoinedByAnIndex(t *testing.T) {
	for declared, want := range map[string]string{
		"":                            "status+createdAt status+updatedAt code",
		"indexes: [[code]]":           "code status+createdAt status+updatedAt",
		"uniqueIndexes: [[code, at]]": "code+at status+createdAt status+updatedAt",
		"indexes: [[at, code]]":       "at+code status+createdAt status+updatedAt code",
	} {
		t.Run(declared, func(t *testing.T) {
			p := plantest.Seal(t, fmt.Sprintf(`
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec: { title: Teas, schema: { type: object, properties: { code: { type: string }, at: { type: integer } } }, %s }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: texts }
spec: { title: Texts, localized: true, translates: { parent: teas, on: code }, schema: { type: object, properties: { code: { type: string }, locale: { type: string }, title: { type: string } } } }
`, declared))
			if got := indexesOf(p.Schema("teas").StoredIndexes()); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		})
	}
}

func namesOf(columns []*plan.Column) (names []string) {
	for _, c := range columns {
		names = append(names, c.Name())
	}
	return names
}

func indexesOf(indexes []*plan.Index) string {
	var all []string
	for _, i := range indexes {
		all = append(all, strings.Join(namesOf(i.Columns()), "+"))
	}
	return strings.Trim(fmt.Sprint(all), "[]")
}
