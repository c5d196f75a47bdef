package e2e_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// languageServer is the YAML language server that editors run, driven as an editor
// does: JSON-RPC over its standard streams.
type languageServer struct {
	t      *testing.T
	in     io.Writer
	out    *bufio.Reader
	calls  int
	folder string
	yaml   map[string]any     // the editor's settings
	faults map[string][]fault // of each open document, as they were last published
}

// message is a request, a notification or an answer.
type message struct {
	ID     any             `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
}

type fault struct {
	Message string `json:"message"`
	Range   struct {
		Start struct {
			Line int `json:"line"`
		} `json:"start"`
	} `json:"range"`
}

// newLanguageServer starts one for a folder, with schemas for files by their names.
func newLanguageServer(t *testing.T, folder string, schemas map[string]any) *languageServer {
	t.Helper()
	needNode(t)
	command := exec.CommandContext(t.Context(), interpreter, "node_modules/yaml-language-server/bin/yaml-language-server", "--stdio")
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()     //nolint:errcheck // it ends with its input
		command.Wait() //nolint:errcheck // whatever it says at its end
	})
	s := &languageServer{t: t, in: in, out: bufio.NewReader(out), folder: folder, faults: make(map[string][]fault), yaml: map[string]any{
		"validate": true, "hover": true, "completion": true, "schemas": schemas, "schemaStore": map[string]any{"enable": false},
	}}
	s.call("initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": "file://" + filepath.ToSlash(folder),
		"capabilities": map[string]any{"workspace": map[string]any{"configuration": true}, "textDocument": map[string]any{"hover": map[string]any{"contentFormat": []string{"markdown"}}}},
	})
	s.notify("initialized", map[string]any{})
	s.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{}}) // it asks for them now
	return s
}

func (s *languageServer) send(m map[string]any) {
	s.t.Helper()
	m["jsonrpc"] = "2.0"
	body, err := json.Marshal(m)
	if err == nil {
		_, err = fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *languageServer) notify(method string, params any) {
	s.t.Helper()
	s.send(map[string]any{"method": method, "params": params})
}

// call sends a request and reads until its answer.
func (s *languageServer) call(method string, params any) json.RawMessage {
	s.t.Helper()
	s.calls++
	s.send(map[string]any{"id": s.calls, "method": method, "params": params})
	for {
		m := s.next()
		if m.Method == "" && fmt.Sprint(m.ID) == strconv.Itoa(s.calls) {
			if m.Error != nil {
				s.t.Fatalf("%s: %s", method, m.Error)
			}
			return m.Result
		}
	}
}

// next reads a message, keeps the faults that it publishes, and answers what the
// server asks with nothing.
func (s *languageServer) next() message {
	s.t.Helper()
	header, err := textproto.NewReader(s.out).ReadMIMEHeader()
	if err != nil {
		s.t.Fatal(err)
	}
	length, _ := strconv.Atoi(header.Get("Content-Length"))
	body := make([]byte, length)
	if _, err := io.ReadFull(s.out, body); err != nil {
		s.t.Fatal(err)
	}
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		s.t.Fatal(err)
	}
	switch {
	case m.Method == "textDocument/publishDiagnostics":
		var published struct {
			URI         string  `json:"uri"`
			Diagnostics []fault `json:"diagnostics"`
		}
		if err := json.Unmarshal(m.Params, &published); err != nil {
			s.t.Fatal(err)
		}
		s.faults[published.URI] = published.Diagnostics
	case m.Method == "workspace/configuration":
		s.send(map[string]any{"id": m.ID, "result": s.configuration(m.Params)})
	case m.Method != "" && m.ID != nil:
		s.send(map[string]any{"id": m.ID, "result": nil})
	}
	return m
}

// configuration are the sections of the editor's settings that the server asks for.
func (s *languageServer) configuration(asked json.RawMessage) []any {
	var sections struct {
		Items []struct {
			Section string `json:"section"`
		} `json:"items"`
	}
	if err := json.Unmarshal(asked, &sections); err != nil {
		s.t.Fatal(err)
	}
	found := make([]any, len(sections.Items))
	for i, each := range sections.Items {
		if each.Section == "yaml" {
			found[i] = s.yaml
		}
	}
	return found
}

// document is a file that is open in the editor.
type document struct {
	*languageServer
	uri, text string
}

// open opens a file of the folder, whose | is the cursor, and waits for its faults.
func (s *languageServer) open(name, marked string) document {
	s.t.Helper()
	d := document{s, "file://" + filepath.ToSlash(filepath.Join(s.folder, name)), marked}
	delete(s.faults, d.uri)
	s.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": d.uri, "languageId": "yaml", "version": 1, "text": strings.Replace(marked, "|", "", 1),
	}})
	for known := false; !known; _, known = s.faults[d.uri] {
		s.next()
	}
	return d
}

func (d document) position() map[string]any {
	before, _, _ := strings.Cut(d.text, "|")
	line := strings.Count(before, "\n")
	return map[string]any{
		"textDocument": map[string]any{"uri": d.uri},
		"position":     map[string]any{"line": line, "character": len(before) - strings.LastIndex(before, "\n") - 1},
	}
}

// skeletons are items that put in all keys that a mapping must have.
var skeletons = []string{"object", "trigger"}

// completions are the labels that are offered at the cursor.
func (d document) completions() (labels []string) {
	d.t.Helper()
	var list struct {
		Items []struct {
			Label string `json:"label"`
		} `json:"items"`
	}
	if err := json.Unmarshal(d.call("textDocument/completion", d.position()), &list); err != nil {
		d.t.Fatal(err)
	}
	for _, each := range list.Items {
		if !slices.Contains(skeletons, each.Label) {
			labels = append(labels, each.Label)
		}
	}
	return labels
}

// hover is what is shown of the word at the cursor.
func (d document) hover() string {
	d.t.Helper()
	var shown struct {
		Contents struct {
			Value string `json:"value"`
		} `json:"contents"`
	}
	if err := json.Unmarshal(d.call("textDocument/hover", d.position()), &shown); err != nil {
		d.t.Fatal(err)
	}
	return shown.Contents.Value
}
