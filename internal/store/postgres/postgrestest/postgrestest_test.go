package postgrestest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func one(t *testing.T, url, sql string) string {
	t.Helper()
	rows, err := query(t.Context(), url, sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return strings.Join(rows, " ")
}

func TestADatabaseIsEmptyAndGoesWithItsTest(t *testing.T) {
	var url, name string
	t.Run("test", func(t *testing.T) {
		url = URL(t)
		name = one(t, url, "SELECT current_database()")
		one(t, url, "CREATE TABLE things (id int)")
		if got := one(t, URL(t), "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"); got != "0" {
			t.Errorf("another database has %s tables", got)
		}
	})
	a, _ := join()
	if got := one(t, a.url(superuser, "postgres"), "SELECT count(*) FROM pg_database WHERE datname = '"+name+"'"); got != "0" {
		t.Error("the database is still there")
	}
}

func TestARoleOfADatabaseMayMakeRolesAndIsNoSuperuser(t *testing.T) {
	url := URL(t)
	if got := one(t, url, "SELECT rolsuper::text || rolcreaterole FROM pg_roles WHERE rolname = current_user"); got != "falsetrue" {
		t.Error(got)
	}
	if got := one(t, Superuser(url), "SELECT rolsuper::text FROM pg_roles WHERE rolname = current_user"); got != "true" {
		t.Error(got)
	}
}

func TestATemplateIsFilledOnce(t *testing.T) {
	var filled int
	template := Template{Fill: func(ctx context.Context, url string) error {
		filled++
		_, err := query(ctx, url, "CREATE TABLE things AS SELECT 7 AS id")
		return err
	}}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			if got := one(t, template.URL(t), "SELECT id FROM things"); got != "7" {
				t.Error(got)
			}
		})
	}
	all.Wait()
	if filled != 1 {
		t.Errorf("filled %d times", filled)
	}
}

func TestACrashLosesNoCommit(t *testing.T) {
	s := Start(t, Options{Durable: true})
	url := s.Database(t)
	one(t, url, "CREATE TABLE things AS SELECT 7 AS id")
	s.Restart(t, true)
	if got := one(t, url, "SELECT id FROM things"); got != "7" {
		t.Error(got)
	}
	if got := one(t, url, "SHOW fsync"); got != "on" {
		t.Errorf("fsync is %s", got)
	}
}

func TestAStandbyHasWhatWasWrittenAndTakesOver(t *testing.T) {
	s := Start(t, Options{})
	url := s.Database(t)
	standby := s.Standby(t)
	s.WaitForStandby(t)
	one(t, url, "CREATE TABLE things AS SELECT 7 AS id")
	s.Stop(true)
	standby.Promote(t)
	if got := one(t, At(url, s.Address()+","+standby.Address())+"&target_session_attrs=read-write", "SELECT id FROM things"); got != "7" {
		t.Error(got)
	}
}

func TestPgBouncerLetsInTheRolesOfTheServer(t *testing.T) {
	s := Start(t, Options{})
	url := At(s.Database(t), s.PgBouncer(t))
	if got := one(t, url, "SELECT 7"); got != "7" {
		t.Error(got)
	}
}

func TestTheSharedServerEndsWhenNobodyUsesIt(t *testing.T) {
	need(t)
	folder := t.TempDir()
	c, err := newShared(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	users, err := lock(filepath.Join(folder, usersFile), together)
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	go func() {
		c.keep(folder, 60*time.Millisecond)
		close(over)
	}()
	select {
	case <-over:
		t.Error("it ended while it was used")
	case <-time.After(300 * time.Millisecond):
	}
	_ = users.Close()
	<-over
	for _, left := range []string{c.folder, filepath.Join(folder, accessFile)} {
		if _, err := os.Stat(left); err == nil {
			t.Errorf("%s is left", left)
		}
	}
	if !c.hasEnded() {
		t.Error("the server runs")
	}
}

func TestAKilledProcessLeavesNoServer(t *testing.T) {
	if os.Getenv("WAIT_WITH_A_SERVER") != "" {
		s := Start(t, Options{})
		_ = os.WriteFile(os.Getenv("WAIT_WITH_A_SERVER"), []byte(strconv.Itoa(s.cluster.command.Process.Pid)), 0o600)
		select {}
	}
	need(t)
	told := filepath.Join(t.TempDir(), "pid")
	other := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAKilledProcessLeavesNoServer$")
	other.Env = append(os.Environ(), "WAIT_WITH_A_SERVER="+told)
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	pid := 0
	for ; pid == 0; time.Sleep(5 * time.Millisecond) {
		text, _ := os.ReadFile(told)
		pid, _ = strconv.Atoi(string(text))
	}
	_ = other.Process.Signal(syscall.SIGKILL)
	_ = other.Wait()
	for end := time.Now().Add(patience); !isGone(pid); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the server is still there")
		}
	}
}
