package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// told is what the journal tells of one event.
type told struct {
	version string // of the entry, after the write
	mood    string
	runs    string              // the Triggers that began, in order
	done    map[string]struct{} // the Triggers that have succeeded
}

// journal is what hooks ran, by entry and event.
type journal struct {
	entries   map[string]map[string]*told
	pairs     int // of event and Trigger
	again     int // runs beyond the first of a pair
	processes map[string]int
}

// readJournal reads the lines that hooks have written, and complains of every
// hook that began while it was running.
func readJournal(t *testing.T, path string) *journal {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	j := &journal{entries: map[string]map[string]*told{}, processes: map[string]int{}}
	running := map[string]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		what, run, _ := strings.Cut(lines.Text(), " ")
		words := strings.Fields(run)
		pair, process := words[0]+" "+words[1], words[5]
		if what == "begin" {
			if other, is := running[pair]; is {
				t.Errorf("%s runs in process %s while it runs in process %s", pair, process, other)
			}
			running[pair] = process
			j.processes[process]++
		} else {
			delete(running, pair)
		}
		j.add(what, words)
	}
	if len(running) > 0 {
		t.Errorf("never ended: %v", running)
	}
	return j
}

func (j *journal) add(what string, words []string) {
	event, trigger, entry := words[0], words[1], words[2]
	if j.entries[entry] == nil {
		j.entries[entry] = map[string]*told{}
	}
	e := j.entries[entry][event]
	if e == nil {
		e = &told{version: words[3], mood: words[4], done: map[string]struct{}{}}
		j.entries[entry][event] = e
	}
	switch {
	case what == "done":
		e.done[trigger] = struct{}{}
	case what == "begin" && strings.Contains(e.runs, trigger):
		j.again++
		e.runs += trigger
	case what == "begin":
		j.pairs++
		e.runs += trigger
	}
}

// wantDelivered holds the events of an entry against its versions: one event
// each, which ran all Triggers in order.
func (j *journal) wantDelivered(t *testing.T, entry string, versions []string, triggers string) {
	t.Helper()
	var got []string
	for id, e := range j.entries[entry] {
		got = append(got, e.version)
		if !inOrder(e, triggers) || len(e.done) != len(triggers) {
			t.Errorf("event %s of %s, version %s: the hooks ran as %s, of which %d succeeded", id, entry, e.version, e.runs, len(e.done))
		}
	}
	slices.Sort(got)
	slices.Sort(versions)
	if !slices.Equal(got, versions) {
		t.Errorf("entry %s has versions %v, its events are of %v", entry, versions, got)
	}
}

// inOrder reports whether no Trigger began before those ahead of it. A Trigger
// that was given up may run again behind the others.
func inOrder(e *told, triggers string) bool {
	runs := e.runs
	if e.mood == stubborn {
		first := ""
		for _, r := range runs {
			if !strings.ContainsRune(first, r) {
				first += string(r)
			}
		}
		return first == triggers
	}
	for _, trigger := range triggers {
		left := strings.TrimLeft(runs, string(trigger))
		if left == runs {
			return false
		}
		runs = left
	}
	return runs == ""
}

func (j *journal) String() string {
	return fmt.Sprintf("%d entries, %d hooks, %d runs more, by process %v", len(j.entries), j.pairs, j.again, j.processes)
}
