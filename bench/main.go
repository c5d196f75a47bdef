package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	// The floor and the load run as child processes of this same program.
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "floor":
			return runFloor(os.Args[2])
		case "pagefloor":
			return runPageFloor(os.Args[2], os.Args[3])
		case "mediafloor":
			return runMediaFloor(os.Args[2])
		case "hooked":
			return runHooked(os.Args[2])
		case "handled":
			return runHandled(os.Args[2], os.Args[3])
		case "load":
			return runLoad()
		}
	}
	b := bench{connections: 16}
	flag.IntVar(&b.rows, "rows", 100_000, "stored posts")
	flag.IntVar(&b.rounds, "rounds", 3, "rounds; each ratio is taken inside a round")
	flag.Float64Var(&b.seconds, "seconds", 4, "seconds of load a measurement")
	flag.BoolVar(&b.pagesAlone, "pages", false, "only the public pages")
	flag.BoolVar(&b.mediaAlone, "media", false, "only media")
	flag.BoolVar(&b.handlersAlone, "handlers", false, "only handlers in TypeScript")
	flag.BoolVar(&b.postgresAlone, "postgres", false, "only PostgreSQL, with servers of the distribution's packages")
	flag.StringVar(&b.pocketBase, "pocketbase", "", "PocketBase's program, for the peer of handlers")
	flag.BoolVar(&b.backupAlone, "backup", false, "only reads beside copies that are taken")
	steady := flag.Float64("steady", 0, "only this: so many writes a second with a deferred hook each, and what waits meanwhile")
	flag.Parse()
	if *steady > 0 {
		return b.steady(*steady)
	}
	return b.run()
}
