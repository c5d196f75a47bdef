package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// seenEntry is an entry as the service answers it.
type seenEntry struct {
	ID, Status string
	Version    int64
	Data       canonical
}

// canonical is a JSON value in one spelling: a surface may escape a letter or not.
type canonical string

// UnmarshalJSON implements json.Unmarshaler.
func (c *canonical) UnmarshalJSON(text []byte) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	text, err := json.Marshal(value)
	*c = canonical(text)
	return err
}

// seen is the article as a writer sees it: with the pending draft in its place where there
// is one, whose counter is draft.
type seen struct {
	status         string
	version, draft int64
	raw            canonical
	data           struct {
		Body, Summary string
		Tags          []string
	}
}

func (s *seen) take(data canonical) error {
	s.raw = data
	return json.Unmarshal([]byte(data), &s.data)
}

// writers save and move the article. An error is errConflict, errNoAnswer or a fault.
type hands interface {
	look() (*seen, error)
	save(over *seen, patch map[string]any) error
	move(of *seen, to string) error
}

// writer writes words, each of them once, and knows which were saved.
type writer struct {
	*article
	number int
	hand   hands
	random *rand.Rand
	words  map[string]string // where each saved word is: body, summary or tags
	count  int
}

func newWriter(a *article, number int, h hands) *writer {
	return &writer{article: a, number: number, hand: h, random: rand.New(rand.NewPCG(a.seed, uint64(number))), words: make(map[string]string)}
}

// write saves words until everybody together has saved so many.
func (w *writer) write(most int64) error {
	late := time.Now().Add(10 * time.Minute)
	for w.saved.Load() < most || w.count == 0 {
		if time.Now().After(late) {
			return fmt.Errorf("writer %d is stuck at %d edits", w.number, w.saved.Load())
		}
		err := w.turn()
		switch {
		case errors.Is(err, errConflict):
			w.conflicts.Add(1)
		case errors.Is(err, errNoAnswer):
			w.lost.Add(1)
			time.Sleep(5 * time.Millisecond)
		case err != nil:
			return fmt.Errorf("writer %d: %w", w.number, err)
		}
	}
	return nil
}

// turn is one edit, or now and then a move of the article.
func (w *writer) turn() error {
	if move := w.random.IntN(20); move < 3 {
		return w.moves([]string{"publish", "unpublish", "draft/keep"}[move])
	}
	word := fmt.Sprintf("w%d-%d.", w.number, w.count)
	place := []string{"body", "body", "summary", "tags"}[w.random.IntN(4)]
	for {
		now, err := w.hand.look()
		if err != nil {
			return err
		}
		if err := w.check(now); err != nil {
			return err
		}
		if at := now.has(word); at != "" { // saved by a request whose answer was lost
			w.note(word, at)
			return nil
		}
		err = w.hand.save(now, w.patch(now, place, word))
		if err == nil {
			w.note(word, place)
			return nil
		}
		if !errors.Is(err, errConflict) {
			return err
		}
		w.conflicts.Add(1)
	}
}

// note counts a word as saved: from here on it must be there.
func (w *writer) note(word, place string) {
	w.words[word] = place
	w.count++
	w.saved.Add(1)
}

func (w *writer) moves(to string) error {
	now, err := w.hand.look()
	if err != nil {
		return err
	}
	err = w.hand.move(now, to)
	if err == nil && to == "publish" {
		w.published.Add(1)
	}
	return err
}

// patch puts a word between two paragraphs, behind the summary or among the tags.
func (w *writer) patch(now *seen, place, word string) map[string]any {
	switch place {
	case "summary":
		return map[string]any{place: now.data.Summary + " " + word}
	case "tags":
		return map[string]any{place: slices.Insert(slices.Clone(now.data.Tags), w.random.IntN(len(now.data.Tags)+1), word)}
	}
	paragraphs := strings.Split(now.data.Body, "\n\n")
	return map[string]any{place: strings.Join(slices.Insert(paragraphs, w.random.IntN(len(paragraphs)), word), "\n\n")}
}

// has is where a word is, "" for nowhere.
func (s *seen) has(word string) string {
	for place, text := range s.texts() {
		if strings.Contains(text, word) {
			return place
		}
	}
	return ""
}

func (s *seen) texts() map[string]string {
	return map[string]string{"body": s.data.Body, "summary": s.data.Summary, "tags": strings.Join(s.data.Tags, " ")}
}

// check wants each word that was saved once, where it was saved, and what the article
// began with still there.
func (w *writer) check(now *seen) error {
	texts := now.texts()
	for _, word := range slices.Sorted(maps.Keys(w.words)) {
		if n := strings.Count(texts[w.words[word]], word); n != 1 {
			return fmt.Errorf("%s was saved in %s and is there %d times, in version %d, draft %d (%s)", word, w.words[word], n, now.version, now.draft, now.status)
		}
	}
	if begun := strings.Count(now.data.Body, "A leaf — 一片葉子 \U0001F343 <b>&amp;</b> \"quoted\" \\ back\ttab\u2028sep.\r\nnext"); begun != 80 {
		return fmt.Errorf("%d of 80 paragraphs are left", begun)
	}
	return nil
}

// hand is the Admin API, as a browser uses it.
type hand struct {
	*article
	browser *http.Client
}

func (h *hand) call(method, path string, body, into any) error {
	text, err := h.send(h.browser, method, h.origin()+"/admin/api"+path+"?collection=articles", nil, body, http.StatusOK)
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func (h *hand) look() (*seen, error) {
	var detail struct {
		Entry seenEntry
		Draft *struct {
			Counter int64
			Data    canonical
		}
	}
	if err := h.call(http.MethodGet, "/entries/"+h.id, nil, &detail); err != nil {
		return nil, err
	}
	h.keep(detail.Entry)
	now := &seen{status: detail.Entry.Status, version: detail.Entry.Version}
	if detail.Draft != nil {
		now.draft = detail.Draft.Counter
		return now, now.take(detail.Draft.Data)
	}
	return now, now.take(detail.Entry.Data)
}

// save writes a draft as the entry, and what is published or has a pending draft as that.
func (h *hand) save(over *seen, patch map[string]any) error {
	path, body := "/entries/"+h.id, map[string]any{"data": patch, "expectedVersion": over.version}
	if over.draft != 0 || over.status != "draft" {
		path, body["expectedDraft"] = path+"/draft", over.draft
	}
	return h.answered(path, http.MethodPatch, body)
}

func (h *hand) move(of *seen, to string) error {
	body := map[string]any{"expectedVersion": of.version}
	switch to {
	case "publish":
		body["expectedDraft"] = of.draft
	case "draft/keep":
		if of.draft == 0 || of.status != "draft" {
			return nil
		}
		body = map[string]any{"expectedDraft": of.draft}
	}
	return h.answered("/entries/"+h.id+"/"+to, http.MethodPost, body)
}

func (h *hand) answered(path, method string, body any) error {
	var answer struct{ Entry seenEntry }
	err := h.call(method, path, body, &answer)
	if err == nil {
		h.keep(answer.Entry)
	}
	return err
}

// agentHand is the tools of an agent.
type agentHand struct {
	*article
	token string
}

var draftNumber = regexp.MustCompile(`pending draft (\d+)`)

// tool calls a tool; draft is the number of the pending draft that the answer tells of.
func (h *agentHand) tool(name string, arguments map[string]any) (e seenEntry, draft int64, err error) {
	request := map[string]any{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": name, "arguments": arguments}}
	headers := http.Header{"Authorization": {"Bearer " + h.token}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-06-18"}}
	text, err := h.send(http.DefaultClient, http.MethodPost, h.origin()+"/mcp/staff", headers, request, http.StatusOK)
	if err != nil {
		return e, 0, err
	}
	var answer struct {
		Result struct {
			IsError           bool
			StructuredContent json.RawMessage
			Content           []struct{ Text string }
		}
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return e, 0, fmt.Errorf("%s: %w", text, err)
	}
	if answer.Result.IsError {
		return e, 0, failed(answer.Result.StructuredContent)
	}
	for _, each := range answer.Result.Content[1:] {
		if found := draftNumber.FindStringSubmatch(each.Text); found != nil {
			draft, _ = strconv.ParseInt(found[1], 10, 64)
		}
	}
	return e, draft, json.Unmarshal(answer.Result.StructuredContent, &e)
}

// failed is a refusal: somebody was quicker, or a fault.
func failed(body []byte) error {
	var answer struct{ Diagnostic struct{ Code string } }
	_ = json.Unmarshal(body, &answer)
	if answer.Diagnostic.Code == "CONFLICT" {
		return errConflict
	}
	return fmt.Errorf("refused: %s", body)
}

func (h *agentHand) look() (*seen, error) {
	e, draft, err := h.tool("get_entry", map[string]any{"collection": "articles", "id": h.id, "draft": true})
	if err != nil {
		return nil, err
	}
	if draft == 0 {
		h.keep(e)
	}
	now := &seen{status: e.Status, version: e.Version, draft: draft}
	return now, now.take(e.Data)
}

func (h *agentHand) save(over *seen, patch map[string]any) error {
	arguments := maps.Clone(patch)
	arguments["id"], arguments["expected_version"] = h.id, over.version
	if over.draft != 0 {
		arguments["expected_draft"] = over.draft
	}
	e, draft, err := h.tool("update_draft_articles", arguments)
	if err == nil && draft == 0 {
		h.keep(e)
	}
	return err
}

func (h *agentHand) move(of *seen, to string) error {
	name := map[string]string{"publish": "request_publish", "unpublish": "unpublish_entry"}[to]
	if name == "" {
		return nil
	}
	e, _, err := h.tool(name, map[string]any{"collection": "articles", "id": h.id, "expected_version": of.version})
	if err == nil {
		h.keep(e)
	}
	return err
}

// send sends a request and reads its answer. A process that ends or is down gives none.
func (a *article) send(client *http.Client, method, url string, headers http.Header, body any, status int) ([]byte, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequest(method, url, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	if headers != nil {
		request.Header = headers
	}
	request.Header.Set("Content-Type", "application/json")
	if client != http.DefaultClient || headers == nil {
		request.Header.Set("Origin", a.origin())
	}
	answer, err := client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(answer.Body)
	switch {
	case err != nil, answer.StatusCode == http.StatusServiceUnavailable:
		return nil, errors.Join(errNoAnswer, err)
	case answer.StatusCode == http.StatusConflict:
		return nil, errConflict
	case answer.StatusCode != status:
		return nil, fmt.Errorf("%s %s: %s: %s", method, url, answer.Status, read)
	}
	return read, nil
}
