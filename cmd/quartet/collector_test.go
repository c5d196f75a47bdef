package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/rogpeppe/go-internal/testscript"
	collect "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collector starts a collector of OpenTelemetry, keeps its URL in a variable,
// and writes the names of the spans that it is sent to a file, a line each.
func collector(ts *testscript.TestScript, _ bool, args []string) {
	names, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := writeNames(names, r.Body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
		}
	}))
	ts.Defer(func() { server.Close(); _ = names.Close() })
	ts.Setenv(args[0], server.URL)
}

func writeNames(w io.Writer, body io.Reader) error {
	data, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	var sent collect.ExportTraceServiceRequest
	if err := proto.Unmarshal(data, &sent); err != nil {
		return err
	}
	for _, from := range sent.ResourceSpans {
		for _, scope := range from.ScopeSpans {
			for _, span := range scope.Spans {
				fmt.Fprintln(w, span.Name)
			}
		}
	}
	return nil
}
