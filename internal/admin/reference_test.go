package admin

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The handbook has a row for each route of the Admin API, with its role and every argument
// that it needs or takes, and no other row.
func TestTheHandbookListsEveryRoute(t *testing.T) {
	page, types := textOf(t, "../../docs/admin-api.md"), textOf(t, "../../admin/src/api/types.gen.ts")
	rows := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `([A-Z]+ /[^`]*)` (\\|.*)$").FindAllStringSubmatch(page, -1) {
		rows[m[1]] = m[2]
	}
	for _, route := range routes {
		name := route.method + " " + route.path
		row, isListed := rows[name]
		delete(rows, name)
		role := string(route.role)
		if route.role == staff {
			role = "staff"
		}
		if !isListed || !strings.HasPrefix(row, "| "+role+" |") {
			t.Errorf("%s for %s is listed as %q", name, role, row)
		}
		for _, key := range strings.Fields(route.needs + " " + route.takes) {
			if !says(row, page, key) {
				t.Errorf("%s does not say that it takes %s", name, key)
			}
		}
	}
	for name := range rows {
		t.Errorf("there is no route %s", name)
	}
	for _, shown := range regexp.MustCompile(`(?ms)^export interface .*?^}$|^export type .*?;$`).FindAllString(page, -1) {
		if !strings.Contains(types, shown+"\n") {
			t.Errorf("there is no type such as %s", shown)
		}
	}
}

// says reports whether a row, or the type of the body that it names, has a key.
func says(row, page, key string) bool {
	if key == anyBody || strings.Contains(row, "`"+key+"`") {
		return true
	}
	for _, name := range regexp.MustCompile(`\b[A-Z][A-Za-z]+`).FindAllString(row, -1) {
		body := regexp.MustCompile(`(?ms)^export interface ` + name + ` \{$.*?^}$`).FindString(page)
		if regexp.MustCompile(`(?m)^  ` + key + `\??:`).MatchString(body) {
			return true
		}
	}
	return false
}

func textOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
