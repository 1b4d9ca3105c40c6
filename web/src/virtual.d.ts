/** The address of the engine (`cargo xtask engine`); null if the client is built without it. See vite.config.ts. */
declare module "virtual:engine" {
  const url: string | null;
  export default url;
}
