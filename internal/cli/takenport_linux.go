package cli

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// listening is the state of such a socket in /proc/net/tcp.
const listening = "0A"

// listenerOf names the process that listens on a port, as far as this user may see it:
// "quartet (process 4711)", or "".
func listenerOf(port int) string {
	sockets := map[string]bool{}
	for _, file := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		addListening(sockets, file, port)
	}
	open, _ := filepath.Glob("/proc/[0-9]*/fd/*") // the pattern is valid
	for _, fd := range open {
		if target, err := os.Readlink(fd); err != nil || !sockets[target] {
			continue
		}
		process := filepath.Dir(filepath.Dir(fd))
		name, err := os.ReadFile(filepath.Join(process, "comm"))
		if err != nil {
			continue
		}
		return fmt.Sprintf("%s (process %s)", strings.TrimSpace(string(name)), filepath.Base(process))
	}
	return ""
}

// addListening adds the sockets that listen on a port, as links of /proc/<pid>/fd name them.
func addListening(sockets map[string]bool, file string, port int) {
	table, err := os.Open(file)
	if err != nil {
		return
	}
	defer table.Close()
	end := fmt.Sprintf(":%04X", port)
	for lines := bufio.NewScanner(table); lines.Scan(); {
		fields := strings.Fields(lines.Text()) // sl local remote state … inode is the tenth
		if len(fields) < 10 || fields[3] != listening || !strings.HasSuffix(fields[1], end) {
			continue
		}
		if _, err := strconv.ParseUint(fields[9], 10, 64); err == nil {
			sockets["socket:["+fields[9]+"]"] = true
		}
	}
}
