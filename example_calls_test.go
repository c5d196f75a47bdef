package quartet_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/diagnostic"
)

// The entries of a collection, kept by the program itself.
func ExampleService_Entries() {
	service, done := open(quartet.Options{})
	defer done()
	ctx := context.Background()
	greetings := service.Entries("greetings").As(quartet.Caller{User: &quartet.User{ID: "ada"}})

	made, err := greetings.CreateDraft(ctx, map[string]any{"name": "Ada", "text": "Hello"})
	if err != nil {
		panic(err)
	}
	read, err := greetings.Get(ctx, made.ID)
	fmt.Println(read.Status, read.Version, read.Data["text"], read.AuthorID, err)

	err = greetings.Delete(ctx, made.ID)
	_, gone := greetings.Get(ctx, made.ID)
	fmt.Println(err, quartet.CodeOf(gone))
	// Output:
	// published 1 Hello ada <nil>
	// <nil> NOT_FOUND
}

// What the service refuses is a Diagnostic with a stable code.
func ExampleDiagnostic() {
	service, done := open(quartet.Options{})
	defer done()

	_, err := service.Invoke(context.Background(), "greet", map[string]any{"name": "Ada"}, quartet.CallOptions{})
	var d *quartet.Diagnostic
	if errors.As(err, &d) && d.Code == diagnostic.InputValidationFailed {
		fmt.Println(d.Status(), d.Path)
	}
	// Output: 400 input#/text
}

// A site that cannot start says everything that is wrong with it.
func ExampleBootValidationError() {
	_, err := quartet.Open(context.Background(), quartet.Options{FS: folder(map[string]string{
		"manifests/view.yaml": "apiVersion: quartet/v1\nkind: View\nmetadata: { name: teas }\nspec: { from: teas, surface: public }\n",
	})})
	var refused *quartet.BootValidationError
	if errors.As(err, &refused) {
		for _, d := range refused.Diagnostics {
			fmt.Println(d.Source.File, d.Source.Line, d.Code)
		}
	}
	// Output: manifests/view.yaml 4 VIEW_FROM_UNKNOWN_SCHEMA
}

// What waits for after_* hooks, and what was given up.
func ExampleService_Deferred() {
	service, done := open(quartet.Options{})
	defer done()
	dead, err := service.Deferred().List(context.Background(), quartet.DeferredQuery{State: quartet.DeferredDead})
	fmt.Println(len(dead), err)
	// Output: 0 <nil>
}
