package main

import (
	"fmt"
	"slices"
	"time"
)

func (b *bench) compare(name string, goal float64, floor, quartet []string) error {
	return b.ratio(name, goal, b.floor, floor, b.quartet, quartet)
}

// ratio measures base and subject in turns and prints the median of the
// rounds' ratios. A goal of 0 is none, for what only stands beside another line.
func (b *bench) ratio(name string, goal float64, base *server, baseRequests []string, subject *server, requests []string) error {
	var ratios []float64
	var last [2]outcome
	var work [2]time.Duration
	var done [2]int
	for range b.rounds {
		if err := base.atRest(); err != nil {
			return err
		}
		for i, side := range []*load{
			{Addr: base.addr, Requests: baseRequests},
			{Addr: subject.addr, Requests: requests},
		} {
			server := []*server{base, subject}[i]
			before := server.worked()
			side.Connections, side.Seconds, side.InTurn, side.From = b.connections, b.seconds, b.inTurn, done[i]
			o, err := side.apply()
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			last[i] = o
			done[i] += o.Requests
			work[i] += server.worked() - before
		}
		ratios = append(ratios, last[1].PerSecond/last[0].PerSecond)
	}
	slices.Sort(ratios)
	wanted := "no goal"
	if goal > 0 {
		wanted = fmt.Sprintf("goal %.2f", goal)
	}
	fmt.Printf("%s\n  ratio %.2f (%s; rounds %.2f)\n", name, ratios[len(ratios)/2], wanted, ratios)
	for i, who := range []string{"base   ", "quartet"} {
		fmt.Printf("  %s %8.0f/s  p50 %6.0f us  p99 %6.0f us  %d bytes  %.1f us of a processor\n", who,
			last[i].PerSecond, last[i].P50, last[i].P99, last[i].Bytes, float64(work[i].Microseconds())/float64(done[i]))
	}
	return nil
}

// median is the one in the middle; it sorts values.
func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
