/** Which lessons are done, and whether the coach of a first game speaks, kept in the browser. */

const KEY = "holi.lessons";
const COACH = "holi.coach";

function read(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : []);
  } catch {
    return new Set(); // no storage
  }
}

let done = $state.raw(read());

function keep(now: ReadonlySet<string>): void {
  done = now;
  try {
    localStorage.setItem(KEY, JSON.stringify([...now]));
  } catch {
    // Without storage, lessons still work.
  }
}

export function isDone(lesson: string): boolean {
  return done.has(lesson);
}

export function setDone(lesson: string): void {
  if (!done.has(lesson)) keep(new Set([...done, lesson]));
}

export function forgetAll(): void {
  keep(new Set());
}

function readCoach(): boolean {
  try {
    return localStorage.getItem(COACH) !== "off";
  } catch {
    return true; // no storage
  }
}

let coach = $state(readCoach());

export function coachIsOn(): boolean {
  return coach;
}

export function switchCoach(on: boolean): void {
  coach = on;
  try {
    localStorage.setItem(COACH, on ? "on" : "off");
  } catch {
    // Without storage, it stays so until the page is closed.
  }
}
