export { Unbuilt as ConnectedApps } from '../Unbuilt';
