package cli

import (
	"context"
	"net/http"
	"testing"

	"github.com/quartet-dev/quartet/observe"
)

// A program that wants to know no ends is watched beside one that does.
func TestTwoWatchers(t *testing.T) {
	ends := 0
	none := func(*http.Request) func(observe.Answer) { return nil }
	some := func(*http.Request) func(observe.Answer) { return func(observe.Answer) { ends++ } }
	for _, first := range []observe.Observer{nil, none, some} {
		both(first, some)(nil)(observe.Answer{})
	}
	noTry := func(ctx context.Context, _ observe.Delivery) (context.Context, func(error)) { return ctx, nil }
	aTry := func(ctx context.Context, _ observe.Delivery) (context.Context, func(error)) {
		return ctx, func(error) { ends++ }
	}
	for _, first := range []observe.DeliveryObserver{nil, noTry, aTry} {
		_, ended := bothDeliveries(first, aTry)(t.Context(), observe.Delivery{})
		ended(nil)
	}
	if ends != 8 {
		t.Errorf("%d ends were told", ends)
	}
}
