// Package racetest tells tests whether the race detector is on. Under it a process
// has several times the memory and takes several times as long.
package racetest
