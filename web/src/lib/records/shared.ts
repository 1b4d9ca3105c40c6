/**
 * A value equal to `now`, made of the parts of `before` wherever they are equal. A component that compares objects draws
 * only what changed. Both are JSON.
 */
export function shared<T>(before: unknown, now: T): T {
  if (before === now || !isObject(before) || !isObject(now)) return now;
  if (Array.isArray(before) !== Array.isArray(now)) return now;
  const [old, fresh] = [before as Record<string, unknown>, now as Record<string, unknown>];
  const keys = Object.keys(fresh);
  let same = keys.length === Object.keys(old).length;
  const parts = (Array.isArray(now) ? [] : {}) as Record<string, unknown>;
  for (const key of keys) {
    const part = shared(old[key], fresh[key]);
    parts[key] = part;
    same &&= part === old[key] && (part !== undefined || key in old);
  }
  return (same ? before : parts) as T;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
