/** The result of a promise, or an error with this message if it takes longer than so many milliseconds. */
export async function inTime<T>(promise: Promise<T>, most: number, message: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), most);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
