import type { ServerTables } from "./places";

const nobody = (): Promise<never> => Promise.reject(new Error("this page has no server"));

/** The tables of a page without a server: none. */
export const noServer: ServerTables = {
  forFriends: false,
  here: false,
  me: nobody,
  saveMe: nobody,
  devices: null,
  games: nobody,
  open: nobody,
  openForAll: nobody,
  remove: nobody,
  load: nobody,
  record: nobody,
  replay: nobody,
  analyst: nobody,
  goOn: nobody,
  handOver: nobody,
  show: nobody,
  list: nobody,
  finished: nobody,
  records: nobody,
  connect: nobody,
};
