// Command every is the site of this folder, whose manifests use every feature of
// their language.
package main

import (
	"context"

	"github.com/quartet-dev/quartet"
)

type conversion struct {
	Amount any    `json:"amount"`
	To     string `json:"to"`
}

type converted struct {
	Amount float64 `json:"amount"`
	Unit   string  `json:"unit"`
}

func main() {
	nothing := func(context.Context, *quartet.Context, map[string]any) (any, error) { return map[string]any{}, nil }
	quartet.Main(quartet.Options{Handlers: quartet.Handlers{
		"units.convert": quartet.Handle(func(_ context.Context, _ *quartet.Context, in conversion) (converted, error) {
			amount, whole := in.Amount.(float64)
			if !whole {
				return converted{}, quartet.FailAt("INPUT_VALIDATION_FAILED", "/amount", "Fractions cannot be converted yet.")
			}
			return converted{amount * 120, in.To}, nil
		}),
		"guards.mayRead": nothing, "hooks.onTry": nothing,
	}})
}
