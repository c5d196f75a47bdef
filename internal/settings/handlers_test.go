package settings_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/settings"
)

// Handlers get the names that are set, and hosts in the one form in which they are
// compared. No value shows itself.
func TestHandlersAreGivenWhatIsDeclared(t *testing.T) {
	s, problems := read(map[string]string{
		"quartet.yaml": `handlers:
  env: [SHOP_KEY, LOCAL_KEY, NOT_SET]
  allowHosts: [LocalHost, "localhost:9200", Bücher.Example., "::1", "[0:0::1]:8080", 10.0.0.7, localhost.]
`,
		".env":        "LOCAL_KEY=from-the-file\nSHOP_KEY=loses\n",
		"environment": "SHOP_KEY=hush",
	})
	if problems.HasErrors() || len(problems) != 1 {
		t.Fatal(problems)
	}
	want := settings.Handlers{
		Env:        map[string]settings.Secret{"SHOP_KEY": "hush", "LOCAL_KEY": "from-the-file"},
		AllowHosts: []string{"localhost", "localhost:9200", "xn--bcher-kva.example", "[::1]", "[::1]:8080", "10.0.0.7"},
	}
	if diff := cmp.Diff(want, s.Handlers); diff != "" {
		t.Error(diff)
	}
	shown, err := json.Marshal(s.Handlers)
	if all := fmt.Sprintf("%v %+v %#v %s", s.Handlers, s.Handlers, s.Handlers, shown); err != nil || strings.Contains(all, "hush") {
		t.Errorf("a value is shown: %s, %v", all, err)
	}
}
