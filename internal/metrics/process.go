package metrics

import (
	"bytes"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
)

var (
	processorTime   = counter("process_cpu_seconds_total", "Total user and system CPU time spent in seconds.")
	processStart    = gauge("process_start_time_seconds", "Start time of the process since unix epoch in seconds.")
	processVirtual  = gauge("process_virtual_memory_bytes", "Virtual memory size in bytes.")
	processResident = gauge("process_resident_memory_bytes", "Resident memory size in bytes.")
	virtualMost     = gauge("process_virtual_memory_max_bytes", "Maximum amount of virtual memory available in bytes.")
	openFiles       = gauge("process_open_fds", "Number of open file descriptors.")
	openFilesMost   = gauge("process_max_fds", "Maximum number of open file descriptors.")
	received        = counter("process_network_receive_bytes_total", "Number of bytes received by the process over the network.")
	transmitted     = counter("process_network_transmit_bytes_total", "Number of bytes sent by the process over the network.")
)

// addProcess adds what Linux says of the process under /proc. What is not there,
// as on other systems, is left out.
func addProcess(p page) {
	addStat(p)
	addLimits(p)
	addNetwork(p)
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		p.add(openFiles, float64(len(files)-1)) // one is the folder's own
	}
}

// ticks is how many of its clock's ticks Linux tells programs of in a second, on every
// machine.
const ticks = 100

// addStat reads proc_pid_stat(5), counted from 3 behind the name of the program, which
// may hold anything.
func addStat(p page) {
	text, err := os.ReadFile("/proc/self/stat")
	name := bytes.LastIndexByte(text, ')')
	if err != nil || name < 0 {
		return
	}
	fields := strings.Fields(string(text[name+1:]))
	const first, last = 3, 24
	if len(fields) <= last-first {
		return
	}
	field := func(n int) float64 { value, _ := strconv.ParseFloat(fields[n-first], 64); return value }
	p.add(processorTime, (field(14)+field(15))/ticks)
	if booted, err := pair("/proc/stat", "btime"); err == nil {
		p.add(processStart, booted+field(22)/ticks)
	}
	p.add(processVirtual, field(23))
	p.add(processResident, field(last)*float64(os.Getpagesize()))
}

// pair reads the number behind a name at the start of a line.
func pair(file, name string) (float64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name); ok && strings.TrimSpace(rest) != "" {
			return strconv.ParseFloat(strings.Fields(rest)[0], 64)
		}
	}
	return 0, errors.ErrUnsupported
}

func addLimits(p page) {
	for _, limit := range []struct {
		family
		name string
	}{{openFilesMost, "Max open files"}, {virtualMost, "Max address space"}} {
		most, err := pair("/proc/self/limits", limit.name)
		if errors.Is(err, strconv.ErrSyntax) { // unlimited
			most, err = math.MaxUint64, nil
		}
		if err == nil {
			p.add(limit.family, most)
		}
	}
}

// addNetwork reads the pair of lines that has names and then values of IpExt.
func addNetwork(p page) {
	text, err := os.ReadFile("/proc/self/net/netstat")
	if err != nil {
		return
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] != "IpExt:":
		case names == nil:
			names = fields
		default:
			addOctets(p, names, fields)
		}
	}
}

func addOctets(p page, names, values []string) {
	for i, name := range names[:min(len(names), len(values))] {
		octets, _ := strconv.ParseFloat(values[i], 64)
		switch name {
		case "InOctets":
			p.add(received, octets)
		case "OutOctets":
			p.add(transmitted, octets)
		}
	}
}
