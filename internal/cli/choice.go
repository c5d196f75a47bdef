package cli

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// choice decodes flags with type:"choice". The placeholder of such a flag lists
// its values, ts|go for one. A flag without a default may be empty too, as if it
// were left out.
func choice(ctx *kong.DecodeContext, target reflect.Value) error {
	var given string
	if err := ctx.Scan.PopValueInto("string", &given); err != nil {
		return fmt.Errorf("read the value: %w", err)
	}
	values := strings.Split(ctx.Value.Tag.PlaceHolder, "|")
	if isLeftOut := given == "" && !ctx.Value.HasDefault; !isLeftOut && !slices.Contains(values, given) {
		return fmt.Errorf("must be %s, not %q", strings.Join(values, " or "), given)
	}
	target.SetString(given)
	return nil
}
