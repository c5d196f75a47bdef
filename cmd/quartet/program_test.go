package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/quartet-dev/quartet"
)

type words struct {
	Text string `json:"text"`
}

// tea is a program that embeds the service, with a handler and a route of its
// own. The scripts run it as they run quartet.
func tea() {
	shout := func(_ context.Context, _ *quartet.Context, in words) (words, error) {
		return words{strings.ToUpper(in.Text)}, nil
	}
	quartet.Main(quartet.Options{
		Dir: "site", Handlers: quartet.Handlers{"words.shout": quartet.Handle(shout)},
		Routes: func(s *quartet.Service) []quartet.Route {
			return []quartet.Route{{Path: "/count", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				page, err := s.View(r.Context(), "notes", quartet.ViewOptions{})
				if err != nil {
					http.Error(w, err.Error(), http.StatusInternalServerError)
					return
				}
				fmt.Fprintf(w, "%d notes", page.Rows.Len())
			})}}
		},
	})
}
