// Package presence knows who has which entry open at the moment, where in it each of them
// is, and whether they type. Nothing of it is stored.
//
// Whoever opens an entry has a [Listener] at its [Place], one for each window, and takes
// an [Update] from it whenever it wakes. A listener keeps no queue: an update is what holds
// when it is taken, so that a slow reader costs no more than a fast one. What a person
// says holds for seconds: typing ends TypingTime after the last word, and a window
// that says nothing for Silence is gone.
//
// A Hub is of one process. Several processes of a site tell each other through a [Relay],
// ids and never names; without one each knows of its own listeners alone (decision 246).
package presence
