import { defineConfig } from 'vitest/config';

// A form is typed into key by key: on a busy machine that takes its time, and is no failure.
export default defineConfig({ test: { include: ['src/**/*.test.{ts,tsx}'], passWithNoTests: false, testTimeout: 60_000 } });
