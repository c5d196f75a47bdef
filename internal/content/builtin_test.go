package content_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

const tasks = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: tasks }
spec:
  title: Tasks
  lifecycle: operational
  schema:
    type: object
    required: [code, title]
    properties:
      code: { type: string }
      title: { type: string, maxLength: 20 }
      note: { type: string, nullable: true }
      owner: { type: string, x-service-bind: ctx.user }
      reviewer: { type: string, x-service-bind: ctx.staff }
      madeAt: { type: integer, x-service-bind: now }
      madeOn: { type: string, x-service-bind: now }
  uniqueIndexes: [[code]]
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: add-task }
spec:
  input:
    type: object
    required: [code, title]
    properties:
      code: { type: string }
      title: { type: string }
      note: { type: string, nullable: true }
      owner: { type: string }
      captcha: { type: string }
      expectedVersion: { type: number }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: tasks }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: edit-task }
spec:
  input:
    type: object
    required: [id, expectedVersion]
    properties:
      id: { type: string }
      expectedVersion: { type: number }
      code: { type: string }
      title: { type: string }
      note: { type: string, nullable: true }
      owner: { type: string }
      madeAt: { type: integer }
  output: { type: object }
  handler: { kind: builtin, op: update, schema: tasks }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: set-task }
spec:
  input:
    type: object
    required: [code]
    properties:
      code: { type: string }
      title: { type: string }
      expectedVersion: { type: number }
  output: { type: object }
  handler: { kind: builtin, op: upsert, schema: tasks, match: [code] }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: save-task }
spec:
  input:
    type: object
    properties:
      id: { type: string }
      code: { type: string }
      title: { type: string }
      expectedVersion: { type: number }
  output: { type: object }
  handler: { kind: builtin, op: upsert, schema: tasks }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: drop-task }
spec:
  input:
    type: object
    required: [id]
    properties:
      id: { type: string }
      expectedVersion: { type: number }
  output: { type: object }
  handler: { kind: builtin, op: delete, schema: tasks }
`

func TestCreateProjectsStampsAndReturnsTheRow(t *testing.T) {
	at := time.Date(2026, 11, 21, 9, 30, 0, 70_000_000, time.UTC)
	s := open(t, tasks, content.Options{Now: func() time.Time { return at }})
	row := s.call(editor, "add-task", values{
		"code": "a", "title": "Tea", "owner": "mallory", "captcha": "xyz", "expectedVersion": 7,
	})
	id, _ := row["id"].(string)
	if len(id) != 36 {
		t.Errorf("id is %q, want a UUID", id)
	}
	want := values{
		"id": id, "collection": "tasks", "status": "published", "version": int64(1), "authorId": "eve",
		"createdAt": at.UnixMilli(), "updatedAt": at.UnixMilli(),
		"data": values{
			"code": "a", "title": "Tea", "owner": "eve", "reviewer": "eve",
			"madeAt": at.UnixMilli(), "madeOn": "2026-11-21T09:30:00.070Z",
		},
	}
	if diff := cmp.Diff(want, row); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want, s.get("tasks", id).Row()); diff != "" {
		t.Errorf("what is stored differs: %s", diff)
	}
}

func TestANullStampIsLeftOut(t *testing.T) {
	s := open(t, tasks, content.Options{})
	row := s.call(nobody, "add-task", values{"code": "a", "title": "Tea", "owner": "mallory"})
	data := row["data"].(map[string]any)
	if _, present := data["owner"]; present {
		t.Error("owner was stamped for nobody")
	}
	if row["authorId"] != nil {
		t.Errorf("authorId is %v", row["authorId"])
	}
	again := s.call(bob, "edit-task", values{"id": row["id"], "expectedVersion": 1, "owner": "mallory"})
	if owner := again["data"].(map[string]any)["owner"]; owner != "bob" {
		t.Errorf("update filled the missing stamp with %v, want bob", owner)
	}
}

func TestUpdateMergesAndKeepsStamps(t *testing.T) {
	s := open(t, tasks, content.Options{})
	made := s.call(ada, "add-task", values{"code": "a", "title": "Tea", "note": "hot"})
	row := s.call(bob, "edit-task", values{
		"id": made["id"], "expectedVersion": 1.0, "title": "Coffee", "owner": "mallory", "madeAt": 1, "note": nil,
	})
	want := made["data"].(map[string]any)
	want["title"], want["note"] = "Coffee", nil
	if diff := cmp.Diff(want, row["data"]); diff != "" {
		t.Error(diff)
	}
	if row["version"] != int64(2) || row["authorId"] != "ada" || row["createdAt"] != made["createdAt"] {
		t.Errorf("got %v", row)
	}
}

func TestBuiltinOpFailures(t *testing.T) {
	for _, test := range []struct {
		name      string
		procedure string
		input     values // "@" stands for the id of the stored task a
		code      diag.Code
		path      string
	}{
		{"create: input breaks the Procedure", "add-task", values{"title": "Tea"}, diag.InputValidationFailed, "input#/code"},
		{"create: projected data breaks the Schema", "add-task", values{"code": "b", "title": "A title of more than twenty characters"}, diag.InputValidationFailed, "data#/title"},
		{"create: unique tuple taken", "add-task", values{"code": "a", "title": "Tea"}, diag.Conflict, "data#/code"},
		{"update: absent row", "edit-task", values{"id": "nowhere", "expectedVersion": 1}, diag.NotFound, "input#/id"},
		{"update: an id that no database takes", "edit-task", values{"id": long(300), "expectedVersion": 1}, diag.NotFound, "input#/id"},
		{"update: stale token", "edit-task", values{"id": "@", "expectedVersion": 2}, diag.Conflict, "input#/expectedVersion"},
		{"update: a token that is no version", "edit-task", values{"id": "@", "expectedVersion": 1.5}, diag.Conflict, "input#/expectedVersion"},
		{"update: merged data breaks the Schema", "edit-task", values{"id": "@", "expectedVersion": 1, "title": long(21)}, diag.InputValidationFailed, "data#/title"},
		{"upsert with match: versioned write for a missing row", "set-task", values{"code": "b", "title": "Tea", "expectedVersion": 1}, diag.NotFound, "input#"},
		{"upsert with match: existing row without the token", "set-task", values{"code": "a", "title": "Tea"}, diag.Conflict, "input#/expectedVersion"},
		{"upsert with match: stale token", "set-task", values{"code": "a", "title": "Tea", "expectedVersion": 9}, diag.Conflict, "input#/expectedVersion"},
		{"upsert by id: versioned write for a missing id", "save-task", values{"id": "nowhere", "code": "b", "title": "Tea", "expectedVersion": 1}, diag.NotFound, "input#"},
		{"upsert by id: versioned write without an id", "save-task", values{"code": "b", "title": "Tea", "expectedVersion": 1}, diag.NotFound, "input#"},
		{"upsert by id: resolved id without the token", "save-task", values{"id": "@", "title": "Tea"}, diag.Conflict, "input#/expectedVersion"},
		{"upsert by id: stale token", "save-task", values{"id": "@", "expectedVersion": 3}, diag.Conflict, "input#/expectedVersion"},
		{"delete: absent row", "drop-task", values{"id": "nowhere"}, diag.NotFound, "input#/id"},
		{"delete: stale token, where one is declared", "drop-task", values{"id": "@", "expectedVersion": 3}, diag.Conflict, "input#/expectedVersion"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, tasks, content.Options{})
			stored := s.call(ada, "add-task", values{"code": "a", "title": "Tea"})
			if test.input["id"] == "@" {
				test.input["id"] = stored["id"]
			}
			s.refused(ada, test.procedure, test.input, test.code, test.path)
			if diff := cmp.Diff(stored, s.get("tasks", stored["id"].(string)).Row()); diff != "" || s.count("tasks") != 1 {
				t.Errorf("the refused write left something behind: %s", diff)
			}
		})
	}
}

func TestUpsertWithMatch(t *testing.T) {
	s := open(t, tasks, content.Options{})
	made := s.call(ada, "set-task", values{"code": "a", "title": "Tea"})
	changed := s.call(ada, "set-task", values{"code": "a", "title": "Coffee", "expectedVersion": 1})
	if made["id"] != changed["id"] || changed["version"] != int64(2) {
		t.Errorf("created %v, then got %v", made, changed)
	}
	if title := s.get("tasks", made["id"].(string)).Data["title"]; title != "Coffee" {
		t.Errorf("title is %v", title)
	}
}

func TestUpsertByID(t *testing.T) {
	s := open(t, tasks, content.Options{})
	made := s.call(ada, "save-task", values{"code": "a", "title": "Tea"})
	changed := s.call(ada, "save-task", values{"id": made["id"], "title": "Coffee", "expectedVersion": 1})
	if made["id"] != changed["id"] || changed["version"] != int64(2) {
		t.Errorf("created %v, then got %v", made, changed)
	}
	fresh := s.call(ada, "save-task", values{"id": "unknown", "code": "b", "title": "Tea"})
	if fresh["id"] == "unknown" || fresh["version"] != int64(1) {
		t.Errorf("an unknown id made %v, want a fresh id", fresh)
	}
}

const labels = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: labels }
spec:
  title: Labels
  lifecycle: operational
  schema:
    type: object
    properties: { code: { type: string }, size: { type: [boolean, integer] } }
  uniqueIndexes: [[code], [size]]
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: set-label }
spec:
  input: { type: object, required: [code], properties: { code: {}, expectedVersion: { type: number } } }
  output: { type: object }
  handler: { kind: builtin, op: upsert, schema: labels, match: [code] }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: size-label }
spec:
  input: { type: object, required: [size], properties: { size: {}, expectedVersion: { type: number } } }
  output: { type: object }
  handler: { kind: builtin, op: upsert, schema: labels, match: [size] }
`

// The input of a Procedure may leave the type of a matched property open. What
// no row can hold matches none, and meets the Schema's own check.
func TestUpsertMatchesTheVeryValues(t *testing.T) {
	for _, test := range []struct {
		name      string
		procedure string
		input     values
		code      diag.Code
		path      string
	}{
		{"an array", "set-label", values{"code": []any{"7"}}, diag.InputValidationFailed, "data#/code"},
		{"an object", "set-label", values{"code": values{}}, diag.InputValidationFailed, "data#/code"},
		{"an array, versioned", "set-label", values{"code": []any{"7"}, "expectedVersion": 1}, diag.NotFound, "input#"},
		{"7 is not \"7\"", "set-label", values{"code": 7}, diag.InputValidationFailed, "data#/code"},
		{"7 is not \"7\", versioned", "set-label", values{"code": 7, "expectedVersion": 1}, diag.NotFound, "input#"},
		{"true is not 1, but no index tells them apart", "size-label", values{"size": true}, diag.Conflict, "data#/size"},
		{"true is not 1, versioned", "size-label", values{"size": true, "expectedVersion": 1}, diag.NotFound, "input#"},
		{"the value itself", "size-label", values{"size": 1.0, "expectedVersion": 1}, "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := open(t, labels, content.Options{})
			s.add("labels", values{"code": "7", "size": 1})
			_, err := s.Invoke(s.ctx, nobody, test.procedure, test.input)
			s.wants(err, test.code, test.path)
		})
	}
}

const staffCallers = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: desks }
spec:
  title: Desks
  lifecycle: operational
  schema:
    type: object
    properties:
      owner: { type: string, x-service-bind: ctx.user }
      colour: { type: string }
  uniqueIndexes: [[owner]]
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: paint-desk }
spec:
  input:
    type: object
    required: [owner]
    properties:
      owner: { type: string }
      colour: { type: string }
      expectedVersion: { type: number }
  output: { type: object }
  handler: { kind: builtin, op: upsert, schema: desks, match: [owner] }
`

func TestUpsertMatchesWhatTheServerStamps(t *testing.T) {
	s := open(t, staffCallers, content.Options{})
	hers := s.call(ada, "paint-desk", values{"owner": "ada", "colour": "red"})
	his := s.call(bob, "paint-desk", values{"owner": "ada", "colour": "blue"})
	if his["id"] == hers["id"] {
		t.Fatal("bob reached the desk of ada by naming her")
	}
	again := s.call(bob, "paint-desk", values{"owner": "ada", "colour": "green", "expectedVersion": 1})
	if again["id"] != his["id"] {
		t.Errorf("got %v, want the desk of bob", again)
	}
	s.call(nobody, "paint-desk", values{"owner": "ada"})
	s.call(nobody, "paint-desk", values{"owner": "ada"})
	if n := s.count("desks"); n != 4 {
		t.Errorf("%d desks, want 4: a stamp that is absent matches nothing", n)
	}
}

func TestTwoUpsertsOfOneMissingRow(t *testing.T) {
	s := open(t, tasks, content.Options{})
	for round := range 20 {
		s.wantOneWinner(race(8, func(int) error {
			_, err := s.Invoke(s.ctx, ada, "set-task", values{"code": fmt.Sprint(round), "title": "Tea"})
			return err
		}))
	}
}

func TestDeleteRemoves(t *testing.T) {
	s := open(t, tasks, content.Options{})
	made := s.call(ada, "add-task", values{"code": "a", "title": "Tea"})
	if diff := cmp.Diff(values{"removed": true}, s.call(ada, "drop-task", values{"id": made["id"], "expectedVersion": 1})); diff != "" {
		t.Error(diff)
	}
	s.refused(ada, "drop-task", values{"id": made["id"]}, diag.NotFound, "input#/id")
}

func TestWithoutBuiltins(t *testing.T) {
	s := open(t, tasks, content.Options{NoBuiltins: true})
	s.refused(ada, "add-task", values{"code": "a", "title": "Tea"}, diag.HandlerBuiltinNotInV010, "input#")
}

func long(runes int) string {
	text := make([]rune, runes)
	for i := range text {
		text[i] = '茶'
	}
	return string(text)
}
