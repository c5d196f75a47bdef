// Package skills holds the skills for coding agents that come with the program,
// and copies them into a project.
//
// A skill is a folder of files/ in the Agent Skills format: SKILL.md, which an agent
// reads when its description fits the task, and references/, which SKILL.md links
// to. Every command, manifest and tool call in them is run by a test of cmd/quartet,
// so a skill is true for the version that it comes with (decision 186).
package skills
