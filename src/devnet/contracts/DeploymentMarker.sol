// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @title DeploymentMarker: carries the id that ties this chain to the data folder it was made for.
contract DeploymentMarker {
    bytes32 public immutable deploymentId;

    constructor(bytes32 id) {
        deploymentId = id;
    }
}
