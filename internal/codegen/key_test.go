package codegen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// TestRefKeysThatMeet: Go names a handler after its key, so two keys must not have
// one name. Two Procedures may have one key.
func TestRefKeysThatMeet(t *testing.T) {
	procedure := func(name, key string) string {
		return fmt.Sprintf("apiVersion: quartet/v1\nkind: Procedure\nmetadata: { name: %s }\n"+
			"spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: %q } }\n", name, key)
	}
	for _, test := range []struct {
		keys [2]string
		meet bool
	}{
		{[2]string{"save.guard", "save/guard"}, true},
		{[2]string{"saveGuard", "save guard"}, true},
		{[2]string{"!", "?"}, true},
		{[2]string{"save", "save"}, false},
		{[2]string{"save", "saved"}, false},
	} {
		p := plantest.Seal(t, procedure("one", test.keys[0])+"---\n"+procedure("two", test.keys[1]))
		if m, _ := codegen.Build(p); m == nil {
			t.Errorf("%v: documents and TypeScript have no names of keys", test.keys)
		}
		problems := codegen.CheckKeys(p)
		if test.meet != (len(problems) > 0) || test.meet && (len(problems) != 1 || problems[0].Code != "GENERATED_NAME_COLLISION" ||
			!strings.HasSuffix(problems[0].Path, "#/spec/handler/ref") || !strings.Contains(problems[0].Message, "site.yaml:1")) {
			t.Error(test, problems)
		}
	}
}
