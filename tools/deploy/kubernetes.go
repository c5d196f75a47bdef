package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	strict "sigs.k8s.io/yaml"
)

// objects are those of one file.
type objects struct {
	deployments []*appsv1.Deployment
	services    []*corev1.Service
	budgets     []*policyv1.PodDisruptionBudget
	faults      []string
}

// checkKubernetes decodes each object as the server does that is told to refuse
// unknown keys, and looks whether they fit together.
func checkKubernetes(_ context.Context, file string) []string {
	text, err := os.ReadFile(file)
	if err != nil {
		return []string{err.Error()}
	}
	var read objects
	for documents := yaml.NewDocumentDecoder(io.NopCloser(bytes.NewReader(text))); ; {
		document := make([]byte, len(text))
		n, err := documents.Read(document)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return []string{err.Error()}
		}
		read.add(document[:n])
	}
	read.compare()
	return read.faults
}

func (o *objects) fault(format string, values ...any) {
	o.faults = append(o.faults, fmt.Sprintf(format, values...))
}

func (o *objects) add(document []byte) {
	var kind metav1.TypeMeta
	if err := strict.Unmarshal(document, &kind); err != nil {
		o.fault("%v", err)
		return
	}
	var object any
	switch kind.APIVersion + " " + kind.Kind {
	case "v1 Namespace":
		object = new(corev1.Namespace)
	case "apps/v1 Deployment":
		o.deployments = append(o.deployments, new(appsv1.Deployment))
		object = o.deployments[len(o.deployments)-1]
	case "v1 Service":
		o.services = append(o.services, new(corev1.Service))
		object = o.services[len(o.services)-1]
	case "policy/v1 PodDisruptionBudget":
		o.budgets = append(o.budgets, new(policyv1.PodDisruptionBudget))
		object = o.budgets[len(o.budgets)-1]
	default:
		o.fault("there is no check for %s %s", kind.APIVersion, kind.Kind)
		return
	}
	if err := strict.UnmarshalStrict(document, object); err != nil {
		o.fault("%s: %v", kind.Kind, err)
	}
}

func (o *objects) compare() {
	if len(o.deployments) != 1 || len(o.services) != 1 || len(o.budgets) != 1 {
		o.fault("there are %d Deployments, %d Services and %d PodDisruptionBudgets, want one of each", len(o.deployments), len(o.services), len(o.budgets))
		return
	}
	pod := o.deployments[0].Spec.Template
	for what, selector := range map[string]*metav1.LabelSelector{
		"Deployment": o.deployments[0].Spec.Selector, "PodDisruptionBudget": o.budgets[0].Spec.Selector,
		"Service": {MatchLabels: o.services[0].Spec.Selector},
	} {
		s, err := metav1.LabelSelectorAsSelector(selector)
		if err != nil || s.Empty() || !s.Matches(labels.Set(pod.Labels)) {
			o.fault("the %s does not select the pods: %v", what, err)
		}
	}
	o.comparePod(&pod)
	o.comparePorts(&pod.Spec)
}

// comparePod holds the pods to the profile that a cluster may demand.
func (o *objects) comparePod(pod *corev1.PodTemplateSpec) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks(), nil)
	if err != nil {
		o.fault("%v", err)
		return
	}
	level := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	for _, result := range evaluator.EvaluatePod(level, &pod.ObjectMeta, &pod.Spec) {
		if !result.Allowed {
			o.fault("restricted: %s: %s", result.ForbiddenReason, result.ForbiddenDetail)
		}
	}
	for _, c := range append(pod.Spec.InitContainers, pod.Spec.Containers...) {
		o.faults = append(o.faults, unpinned(c.Image)...)
		if c.SecurityContext == nil || c.SecurityContext.ReadOnlyRootFilesystem == nil || !*c.SecurityContext.ReadOnlyRootFilesystem {
			o.fault("the root of the container %s can be written", c.Name)
		}
	}
}

// comparePorts looks whether probes and Service go to a port that there is.
func (o *objects) comparePorts(pod *corev1.PodSpec) {
	ports := make(map[string]bool)
	for _, c := range pod.Containers {
		for _, p := range c.Ports {
			ports[p.Name] = true
		}
	}
	for _, c := range pod.Containers {
		for what, probe := range map[string]*corev1.Probe{"startup": c.StartupProbe, "readiness": c.ReadinessProbe, "liveness": c.LivenessProbe} {
			if probe == nil || probe.HTTPGet == nil || !ports[probe.HTTPGet.Port.String()] {
				o.fault("the container %s has no %s probe at one of its ports", c.Name, what)
			}
		}
	}
	for _, p := range o.services[0].Spec.Ports {
		if !ports[p.TargetPort.String()] {
			o.fault("the Service leads to the port %s, which no container has", p.TargetPort.String())
		}
	}
}
